# The Homebrew formula for a tap. .ci/release fills in the version and the checksums. The archives are
# those of the release on GitHub, so the formula works after they are there.
class Hrefix < Formula
  desc "Make the relative links of HTML documents and mail absolute"
  homepage "https://github.com/hrefix/hrefix"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "https://github.com/hrefix/hrefix/releases/download/v@VERSION@/hrefix-@VERSION@-darwin-arm64.tar.gz"
      sha256 "@darwin-arm64.tar.gz@"
    end
    on_intel do
      url "https://github.com/hrefix/hrefix/releases/download/v@VERSION@/hrefix-@VERSION@-darwin-amd64.tar.gz"
      sha256 "@darwin-amd64.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "https://github.com/hrefix/hrefix/releases/download/v@VERSION@/hrefix-@VERSION@-linux-arm64.tar.gz"
      sha256 "@linux-arm64.tar.gz@"
    end
    on_intel do
      url "https://github.com/hrefix/hrefix/releases/download/v@VERSION@/hrefix-@VERSION@-linux-amd64.tar.gz"
      sha256 "@linux-amd64.tar.gz@"
    end
  end

  def install
    bin.install "hrefix"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/hrefix.bash" => "hrefix"
    zsh_completion.install "completions/_hrefix"
    fish_completion.install "completions/hrefix.fish"
  end

  test do
    assert_equal "http://example.org/b", shell_output("#{bin}/hrefix resolve -b http://example.org/a b").strip
  end
end
