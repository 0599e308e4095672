# Writes feeds of the posts of posts.json with Ruby's library rss into a directory.
require "json"
require "rss"

posts = JSON.parse(File.read("posts.json"))
%w[1.0 2.0 atom].each do |version|
  feed = RSS::Maker.make(version) do |m|
    m.channel.title = "A blog"
    m.channel.link = m.channel.about = m.channel.id = "https://blog.example/"
    m.channel.description = "d"
    m.channel.author = "A"
    m.channel.updated = Time.at(0)
    posts.each do |p|
      m.items.new_item do |item|
        item.title = p["title"]
        item.link = p["url"]
        item.id = p["id"]
        item.updated = Time.at(0)
        item.description = p["html"] unless version == "atom"
        if version == "atom"
          item.content.type = "html"
          item.content.content = p["html"]
        else
          item.content_encoded = p["html"]
        end
      end
    end
  end
  File.write(File.join(ARGV[0], "ruby-#{version}.xml"), feed.to_s)
end
