package syntax

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// senders are links that senders of mail, template engines and exporters write. A source with a
// host is the page of that name in the documentation there.
var senders = []struct{ link, source string }{
	{"*|UNSUB|*", "Mailchimp: kb.mailchimp.com, the unsub tag"},
	{"%unsubscribe_url%", "Mailgun: documentation.mailgun.com, Tracking Messages"},
	{"%tag_unsubscribe_url%?x=1", "Mailgun, as above"},
	{"%UNSUBSCRIBELINK%", "ActiveCampaign: activepedia.com, Unsubscribe Link"},
	{"%UNSUBSCRIBELINK%&ALL", "ActiveCampaign, as above"},
	{"%ADDRESS%", "ActiveCampaign; it begins with an escape"},
	{"{unsubscribe}", "SendGrid: rubydoc.info, brightbytes-sendgrid"},
	{"{{{unsubscribe}}}", "SendGrid: its own unsubscribe module"},
	{"<%asm_group_unsubscribe_raw_url%>", "SendGrid: twilio.com/docs/sendgrid, Suppressions"},
	{"-customerURL-", "SendGrid: twilio.com/docs/sendgrid, Substitution Tags"},
	{"##Unsubscribe##", "SocketLabs: support.socketlabs.com, Required Merge Fields"},
	{"{!Contact.Url}", "Salesforce: help.salesforce.com, Merge Language in Classic Email Templates"},
	{"{{{Recipient.Url}}}", "Salesforce: help.salesforce.com, Handlebars Merge Language"},
	{"%%unsub_center_url%%", "Salesforce Marketing Cloud"},
	{"%%=RedirectTo(@x + '/')=%%", "Salesforce Marketing Cloud: AMPscript"},
	{"%%url.unsub%%", "Lyris and Aurea List Manager: help.aurea.com, Insert URL: Unsubscribe"},
	{"%%UNSUB_HREF%%", "WhatCounts: support.whatcounts.com, Unsubscribe Link"},
	{"<unsubscribe>", "Campaign Monitor: help.campaignmonitor.com, Unsubscribe links in emails"},
	{"[unsubscribe]", "Campaign Monitor, as above"},
	{"[UNSUBSCRIBE_URL]", "MailWizz: kualo.com/knowledgebase, Add an unsubscribe link"},
	{"[[UNSUB_LINK_EN]]", "Mailjet"},
	{"[First Name]", "Ontraport: ontraport.com/support, Set up and use merge fields"},
	{"[CONTACT|ID]", "Maileon: support.maileon.nl, Create a custom unsubscribe link"},
	{"[*link.unsub_url*]", "Adestra: help.uplandsoftware.com/adestra, Handling Unsubscribes"},
	{"$[LI:UNSUBSCRIBE]$", "Zoho Campaigns: help.zoho.com, What is unsubscribes"},
	{"#unsubscribeLink#", "Moosend, and templates of ColdFusion"},
	{"#application.root##url.event#", "ColdFusion"},
	{"#application.root#/x.cfm", "ColdFusion"},
	{"~Contact.Link~", "Keap: docs.imember360.com, i4w_sync_user"},
	{"~~eloqua..type--emailfield~~", "Eloqua, field merges"},
	{"{{Contact.Field(C_Url)}}", "Eloqua: docs.oracle.com, Eloqua markup language"},
	{"${UNSUBSCRIBE_LINK}", "Finqu: developers.finqu.com, Unsubscribe"},
	{"${form('x','y='+EMAIL_ADDRESS_?base64)}", "Responsys: docs.oracle.com, Configurations to Unsubscribe"},
	{"$UNSUBSCRIBE()$", "Responsys"},
	{"{$sys_email_unsubscribe}", "OptiPub: docs.optipub.com, Unsubscribe Links in Email"},
	{"{|UnsubscribeLink|}", "Sitefinity: progress.com/documentation, Email message templates"},
	{"{%sysUnsubscribe%}", "emailR: emailr.com, How to personalise the un-subscription form"},
	{"<pstag:webLink value=x />", "Oracle CRM Online Marketing: docs.oracle.com, Merge Content Syntax"},
	{"!!login_url!!", "Paid Memberships Pro: paidmembershipspro.com, List of email templates"},
	{"$$Unsubscribe_Link$$", "templates in public repositories"},
	{"**LABEL_DOWNLOAD_LINK**", "templates in public repositories"},
	{"|UNSUB|", "templates in public repositories"},
	{"<<Link>>", "mail merge of Word, as its users type it"},
	{"$(link-login-only)?dst=$(link-orig-esc)", "MikroTik: help.mikrotik.com, Hotspot customisation"},
	{"@{/order/add(itemId=${item.id})}", "Thymeleaf"},
	{"$!{link}", "Velocity: quiet references"},
	{"#{img_src}", "Ruby, JSF"},
	{"{{ x | default: '/y' }}", "Liquid"},
	{"{% url 'x' %}", "Django"},
	{"<?php echo $x ?>", "PHP"},
	{"http<?php echo $s ?>://h/", "PHP"},
	{"http{if $ssl}s{/if}://h/", "Smarty"},
	{"https%s://h/", "formats of C and Python"},
	{"%(web_page_url)s", "Mailman 2: its templates"},
	{"::urlFull::", "Haxe templates"},
	{":::site_url:::", "templates in public repositories"},
	{"'+link+'", "a script that was taken for HTML"},
	{"__GHOST_URL__/i.png", "Ghost: its exports"},
	{"__PUBLIC__/css/a.css", "ThinkPHP 3.2: documentation.help/ThinkPHP3.2.2-zh, template replacement"},
	{"$IMS-CC-FILEBASE$/a.png", "Common Cartridge: Canvas exports"},
	{"%24IMS-CC-FILEBASE%24/a.png", "Common Cartridge: Canvas exports of QTI"},
	{"$IMS_CC_FILEBASE$/a.png", "Common Cartridge: moodle2cc"},
	{"$WIKI_REFERENCE$/pages/1", "Canvas exports"},
	{"$CANVAS_OBJECT_REFERENCE$/assignments/1", "Canvas exports"},
	{"@X@EmbeddedFile.requestUrlStub@X@bbcswebdav/xid-1_1", "Blackboard exports"},
	{"@@PLUGINFILE@@/a.png", "Moodle backups"},
	{"$@FILEPHP@$$@SLASH@$a.png", "Moodle 1.9 backups"},
	{"%PUBLIC_URL%/favicon.ico", "Create React App"},
	{"%BASE_URL%favicon.svg", "Vite: index.html"},
	{"%sveltekit.assets%/favicon.png", "SvelteKit: app.html"},
}

// TestSenders: what senders and exporters write is left.
func TestSenders(t *testing.T) {
	for _, s := range senders {
		require.True(t, IsPlaceholder([]byte(s.link)), "%s (%s)", s.link, s.source)
		require.True(t, MayBeginPlaceholder[s.link[0]], s.link)
	}
}

// TestNoPlaceholders: links that browsers follow are no placeholders, although RFC 1808 allows some
// of them nowhere in a URL.
func TestNoPlaceholders(t *testing.T) {
	for _, link := range []string{
		"//fonts.example/css?family=A:400|B:700", "search?q={searchTerms}", "?q=100%", "a%b.html", "x|y", "a{b}", "a<b", "a^b", "/{{x}}", "./{{x}}",
		"x/{{y}}", "?{{x}}", "#sec-%throwtypeerror%", "#%x%", "#a|b", "#<x>", "#/x", "#!/x", "##", "###", "#x", "#x#y", "#:~:text=a:", "#{",
		"%E3%81%82.html", "%u3042.html", "%7B%7Bx%7D%7D", "%5Bx%5D", "%20x%20", "%ab", "%ab%cd", "http://{x}/", "http:", "https", "http%20x", "httpx{y}",
		"__tests__/index.html", "__init__", "__pycache__/", "__MACOSX/x", "_x_", "(auth)/login", "[1].gif", "[x].gif", "x[1].gif", "[::1]", "[2001:db8::1]/",
		"$x", "$colon$colon.html", "@scope/name/index.html", "@a@b", "@", "@@view", "@@images/x/@@y", "++resource++x.css", "++theme++/x", "~user/", "~a/b~",
		"!x", "!", "::first-letter", "-x", "--x", "*", "*.*", "x", "1", "",
	} {
		require.False(t, IsPlaceholder([]byte(link)), link)
	}
}

// TestMarks: which marks enclose a placeholder, and how far it may reach.
func TestMarks(t *testing.T) {
	for value, want := range map[string]bool{
		"{x": true, "}x": true, "|x": true, "^": true, "<": true, ">": true, "%": true, "%%": true, "%x": true, "$!{x}": true, "&{x}": true,
		"%ab%": true, "%ab%/x": true, "%abc%def": false, "#{x}": true, "#x#": true, "#x#/y": true, "#x#?y": true, "#!x!": false,
		"[x]": true, "[[x]]": true, "[é]": true, "[x]/y": true, "[x]?y": true, "[x/y]": false, "[]": false, "[1]": false, "[x": false,
		"$(x)": true, "$(x)/y": true, "$(x": false, "(x)": true, "(x)/y": false, "((x))?y": true, "(X)/y": true,
		"$x$": true, "$x$/y": false, "$X$/y": true, "*x*": true, "*x*/y": false, "@X@/y": true, "@@x@@/y": true, "@@x@@y": false,
		"__X__": true, "__X_Y__#z": true, "__X__y": false, "_X_/y": true,
	} {
		require.Equal(t, want, IsPlaceholder([]byte(value)), value)
	}
	require.True(t, HasPlaceholder([]byte("a 1x, {{b c}} 2x")))
	require.False(t, HasPlaceholder([]byte("a 1x, [b] 2x")))
}
