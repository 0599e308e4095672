"""Writes feeds of the posts of posts.json with Debian's python3-feedgenerator into a directory."""

import json
import os
import sys

import feedgenerator

for name, make in (("python-rss2", feedgenerator.Rss201rev2Feed), ("python-rss091", feedgenerator.RssUserland091Feed), ("python-atom1", feedgenerator.Atom1Feed)):
    feed = make(title="A blog", link="https://blog.example/", description="d")
    for p in json.load(open("posts.json")):
        feed.add_item(
            title=p["title"], link=p["url"], description=p["html"], unique_id=p["id"], unique_id_is_permalink=False,
            enclosures=[feedgenerator.Enclosure(p["image"], "1", "image/png")] if name != "python-rss091" else None,
        )
    with open(os.path.join(sys.argv[1], name + ".xml"), "w", encoding="utf-8") as f:
        feed.write(f, "utf-8")
