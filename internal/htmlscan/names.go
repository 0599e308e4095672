package htmlscan

// A name is a tag name that tree construction knows. The zero name is any other name.
type name uint8

const (
	nOther name = iota
	nA
	nAddress
	nAnnotationXML
	nApplet
	nArea
	nArticle
	nAside
	nB
	nBase
	nBasefont
	nBgsound
	nBig
	nBlockquote
	nBody
	nBr
	nButton
	nCaption
	nCenter
	nCode
	nCol
	nColgroup
	nDd
	nDesc
	nDetails
	nDialog
	nDir
	nDiv
	nDl
	nDt
	nEm
	nEmbed
	nFieldset
	nFigcaption
	nFigure
	nFont
	nFooter
	nForeignObject
	nForm
	nFrame
	nFrameset
	nH1
	nH2
	nH3
	nH4
	nH5
	nH6
	nHead
	nHeader
	nHgroup
	nHr
	nHTML
	nI
	nIframe
	nImage
	nImg
	nInput
	nKeygen
	nLi
	nLink
	nListing
	nMain
	nMalignmark
	nMarquee
	nMath
	nMenu
	nMeta
	nMglyph
	nMi
	nMn
	nMo
	nMs
	nMtext
	nNav
	nNobr
	nNoembed
	nNoframes
	nNoscript
	nObject
	nOl
	nOptgroup
	nOption
	nP
	nParam
	nPlaintext
	nPre
	nRb
	nRp
	nRt
	nRtc
	nRuby
	nS
	nScript
	nSearch
	nSection
	nSelect
	nSmall
	nSource
	nSpan
	nStrike
	nStrong
	nStyle
	nSub
	nSummary
	nSup
	nSVG
	nTable
	nTbody
	nTd
	nTemplate
	nTextarea
	nTfoot
	nTh
	nThead
	nTitle
	nTr
	nTrack
	nTt
	nU
	nUl
	nVar
	nWbr
	nXmp
	nNames
)

// A class is a set of properties that the standard assigns to names.
type class uint32

const (
	special     class = 1 << iota // special category: HTML Standard 13.2.4.2 (stack of open elements)
	scope                         // bounds a scope
	buttonScope                   // bounds button scope
	listScope                     // bounds list item scope
	tableScope                    // bounds table scope
	implied                       // end tag may be implied: HTML Standard 13.2.6.3
	thorough                      // end tag may be implied thoroughly: same section
	formatting                    // formatting category
	foster                        // children may be fostered: HTML Standard 13.2.6.1
	tablePart                     // caption, col, ... tr
	heading                       // h1 to h6
	breakout                      // the tag leaves foreign content: HTML Standard 13.2.6.5
	mathText                      // MathML text integration point
	htmlPoint                     // HTML integration point
	annotation                    // annotation-xml of MathML
)

// A startRule is the rule of a name for start tags in body.
//
// HTML Standard 13.2.6.4.7 (in body)
type startRule uint8

const (
	startOther startRule = iota
	startA
	startBlock
	startBody
	startButton
	startDdDt
	startForm
	startFormatting
	startFrameset
	startHTML
	startHead
	startHeading
	startHr
	startIframe
	startIgnored
	startInput
	startLi
	startMarker
	startMath
	startNobr
	startNoembed
	startNoscript
	startOption
	startParam
	startPlaintext
	startPre
	startRb
	startRt
	startSVG
	startSelect
	startTable
	startTextarea
	startVoid
	startXmp
)

// An endRule is the rule of a name for end tags in body.
type endRule uint8

const (
	endOther endRule = iota
	endBlock
	endBody
	endBr
	endDdDt
	endForm
	endFormatting
	endHTML
	endHeading
	endLi
	endMarker
	endP
	endTemplate
)

// A nameRow has the properties of a name.
type nameRow struct {
	name  string
	start startRule // start tag in body
	end   endRule   // end tag in body
	class class
}

var names = [nNames]nameRow{
	nA:             {"a", startA, endFormatting, formatting},
	nAddress:       {"address", startBlock, endBlock, special},
	nAnnotationXML: {"annotation-xml", startOther, endOther, 0},
	nApplet:        {"applet", startMarker, endMarker, special | scope},
	nArea:          {"area", startVoid, endOther, special},
	nArticle:       {"article", startBlock, endBlock, special},
	nAside:         {"aside", startBlock, endBlock, special},
	nB:             {"b", startFormatting, endFormatting, formatting | breakout},
	nBase:          {"base", startHead, endOther, special},
	nBasefont:      {"basefont", startHead, endOther, special},
	nBgsound:       {"bgsound", startHead, endOther, special},
	nBig:           {"big", startFormatting, endFormatting, formatting | breakout},
	nBlockquote:    {"blockquote", startBlock, endBlock, special | breakout},
	nBody:          {"body", startBody, endBody, special | breakout},
	nBr:            {"br", startVoid, endBr, special | breakout},
	nButton:        {"button", startButton, endBlock, special | buttonScope},
	nCaption:       {"caption", startIgnored, endOther, special | scope | thorough | tablePart},
	nCenter:        {"center", startBlock, endBlock, special | breakout},
	nCode:          {"code", startFormatting, endFormatting, formatting | breakout},
	nCol:           {"col", startIgnored, endOther, special | tablePart},
	nColgroup:      {"colgroup", startIgnored, endOther, special | thorough | tablePart},
	nDd:            {"dd", startDdDt, endDdDt, special | implied | breakout},
	nDesc:          {"desc", startOther, endOther, 0},
	nDetails:       {"details", startBlock, endBlock, special},
	nDialog:        {"dialog", startBlock, endBlock, 0},
	nDir:           {"dir", startBlock, endBlock, special},
	nDiv:           {"div", startBlock, endBlock, special | breakout},
	nDl:            {"dl", startBlock, endBlock, special | breakout},
	nDt:            {"dt", startDdDt, endDdDt, special | implied | breakout},
	nEm:            {"em", startFormatting, endFormatting, formatting | breakout},
	nEmbed:         {"embed", startVoid, endOther, special | breakout},
	nFieldset:      {"fieldset", startBlock, endBlock, special},
	nFigcaption:    {"figcaption", startBlock, endBlock, special},
	nFigure:        {"figure", startBlock, endBlock, special},
	nFont:          {"font", startFormatting, endFormatting, formatting},
	nFooter:        {"footer", startBlock, endBlock, special},
	nForeignObject: {"foreignobject", startOther, endOther, 0},
	nForm:          {"form", startForm, endForm, special},
	nFrame:         {"frame", startIgnored, endOther, special},
	nFrameset:      {"frameset", startFrameset, endOther, special},
	nH1:            {"h1", startHeading, endHeading, special | heading | breakout},
	nH2:            {"h2", startHeading, endHeading, special | heading | breakout},
	nH3:            {"h3", startHeading, endHeading, special | heading | breakout},
	nH4:            {"h4", startHeading, endHeading, special | heading | breakout},
	nH5:            {"h5", startHeading, endHeading, special | heading | breakout},
	nH6:            {"h6", startHeading, endHeading, special | heading | breakout},
	nHead:          {"head", startIgnored, endOther, special | breakout},
	nHeader:        {"header", startBlock, endBlock, special},
	nHgroup:        {"hgroup", startBlock, endBlock, special},
	nHr:            {"hr", startHr, endOther, special | breakout},
	nHTML:          {"html", startHTML, endHTML, special | scope | tableScope},
	nI:             {"i", startFormatting, endFormatting, formatting | breakout},
	nIframe:        {"iframe", startIframe, endOther, special},
	nImage:         {"image", startVoid, endOther, 0},
	nImg:           {"img", startVoid, endOther, special | breakout},
	nInput:         {"input", startInput, endOther, special},
	nKeygen:        {"keygen", startVoid, endOther, special},
	nLi:            {"li", startLi, endLi, special | implied | breakout},
	nLink:          {"link", startHead, endOther, special},
	nListing:       {"listing", startPre, endBlock, special | breakout},
	nMain:          {"main", startBlock, endBlock, special},
	nMalignmark:    {"malignmark", startOther, endOther, 0},
	nMarquee:       {"marquee", startMarker, endMarker, special | scope},
	nMath:          {"math", startMath, endOther, 0},
	nMenu:          {"menu", startBlock, endBlock, special | breakout},
	nMeta:          {"meta", startHead, endOther, special | breakout},
	nMglyph:        {"mglyph", startOther, endOther, 0},
	nMi:            {"mi", startOther, endOther, 0},
	nMn:            {"mn", startOther, endOther, 0},
	nMo:            {"mo", startOther, endOther, 0},
	nMs:            {"ms", startOther, endOther, 0},
	nMtext:         {"mtext", startOther, endOther, 0},
	nNav:           {"nav", startBlock, endBlock, special},
	nNobr:          {"nobr", startNobr, endFormatting, formatting | breakout},
	nNoembed:       {"noembed", startNoembed, endOther, special},
	nNoframes:      {"noframes", startHead, endOther, special},
	nNoscript:      {"noscript", startNoscript, endOther, special},
	nObject:        {"object", startMarker, endMarker, special | scope},
	nOl:            {"ol", startBlock, endBlock, special | listScope | breakout},
	nOptgroup:      {"optgroup", startOption, endOther, implied},
	nOption:        {"option", startOption, endOther, implied},
	nP:             {"p", startBlock, endP, special | implied | breakout},
	nParam:         {"param", startParam, endOther, special},
	nPlaintext:     {"plaintext", startPlaintext, endOther, special},
	nPre:           {"pre", startPre, endBlock, special | breakout},
	nRb:            {"rb", startRb, endOther, implied},
	nRp:            {"rp", startRt, endOther, implied},
	nRt:            {"rt", startRt, endOther, implied},
	nRtc:           {"rtc", startRb, endOther, implied},
	nRuby:          {"ruby", startOther, endOther, breakout},
	nS:             {"s", startFormatting, endFormatting, formatting | breakout},
	nScript:        {"script", startHead, endOther, special},
	nSearch:        {"search", startBlock, endBlock, special},
	nSection:       {"section", startBlock, endBlock, special},
	nSelect:        {"select", startSelect, endBlock, special | scope},
	nSmall:         {"small", startFormatting, endFormatting, formatting | breakout},
	nSource:        {"source", startParam, endOther, special},
	nSpan:          {"span", startOther, endOther, breakout},
	nStrike:        {"strike", startFormatting, endFormatting, formatting | breakout},
	nStrong:        {"strong", startFormatting, endFormatting, formatting | breakout},
	nStyle:         {"style", startHead, endOther, special},
	nSub:           {"sub", startOther, endOther, breakout},
	nSummary:       {"summary", startBlock, endBlock, special},
	nSup:           {"sup", startOther, endOther, breakout},
	nSVG:           {"svg", startSVG, endOther, 0},
	nTable:         {"table", startTable, endOther, special | scope | tableScope | foster | breakout},
	nTbody:         {"tbody", startIgnored, endOther, special | thorough | foster | tablePart},
	nTd:            {"td", startIgnored, endOther, special | scope | thorough | tablePart},
	nTemplate:      {"template", startHead, endTemplate, special | scope | tableScope},
	nTextarea:      {"textarea", startTextarea, endOther, special},
	nTfoot:         {"tfoot", startIgnored, endOther, special | thorough | foster | tablePart},
	nTh:            {"th", startIgnored, endOther, special | scope | thorough | tablePart},
	nThead:         {"thead", startIgnored, endOther, special | thorough | foster | tablePart},
	nTitle:         {"title", startHead, endOther, special},
	nTr:            {"tr", startIgnored, endOther, special | thorough | foster | tablePart},
	nTrack:         {"track", startParam, endOther, special},
	nTt:            {"tt", startFormatting, endFormatting, formatting | breakout},
	nU:             {"u", startFormatting, endFormatting, formatting | breakout},
	nUl:            {"ul", startBlock, endBlock, special | listScope | breakout},
	nVar:           {"var", startOther, endOther, breakout},
	nWbr:           {"wbr", startVoid, endOther, special},
	nXmp:           {"xmp", startXmp, endOther, special},
}
