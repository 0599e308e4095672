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
	heading                       // h1 to h6
	breakout                      // the tag leaves foreign content: HTML Standard 13.2.6.5
	mathText                      // MathML text integration point
	htmlPoint                     // HTML integration point
	annotation                    // annotation-xml of MathML
)

// names has the names in lower case.
var names = [nNames]string{
	nA: "a", nAddress: "address", nAnnotationXML: "annotation-xml", nApplet: "applet", nArea: "area",
	nArticle: "article", nAside: "aside", nB: "b", nBase: "base", nBasefont: "basefont", nBgsound: "bgsound",
	nBig: "big", nBlockquote: "blockquote", nBody: "body", nBr: "br", nButton: "button", nCaption: "caption",
	nCenter: "center", nCode: "code", nCol: "col", nColgroup: "colgroup", nDd: "dd", nDesc: "desc",
	nDetails: "details", nDialog: "dialog", nDir: "dir", nDiv: "div", nDl: "dl", nDt: "dt", nEm: "em",
	nEmbed: "embed", nFieldset: "fieldset", nFigcaption: "figcaption", nFigure: "figure", nFont: "font",
	nFooter: "footer", nForeignObject: "foreignobject", nForm: "form", nFrame: "frame", nFrameset: "frameset",
	nH1: "h1", nH2: "h2", nH3: "h3", nH4: "h4", nH5: "h5", nH6: "h6", nHead: "head", nHeader: "header",
	nHgroup: "hgroup", nHr: "hr", nHTML: "html", nI: "i", nIframe: "iframe", nImage: "image", nImg: "img",
	nInput: "input", nKeygen: "keygen", nLi: "li", nLink: "link", nListing: "listing", nMain: "main",
	nMalignmark: "malignmark", nMarquee: "marquee", nMath: "math", nMenu: "menu", nMeta: "meta", nMglyph: "mglyph",
	nMi: "mi", nMn: "mn", nMo: "mo", nMs: "ms", nMtext: "mtext", nNav: "nav", nNobr: "nobr", nNoembed: "noembed",
	nNoframes: "noframes", nNoscript: "noscript", nObject: "object", nOl: "ol", nOptgroup: "optgroup",
	nOption: "option", nP: "p", nParam: "param", nPlaintext: "plaintext", nPre: "pre", nRb: "rb", nRp: "rp",
	nRt: "rt", nRtc: "rtc", nRuby: "ruby", nS: "s", nScript: "script", nSearch: "search", nSection: "section",
	nSelect: "select", nSmall: "small", nSource: "source", nSpan: "span", nStrike: "strike", nStrong: "strong",
	nStyle: "style", nSub: "sub", nSummary: "summary", nSup: "sup", nSVG: "svg", nTable: "table", nTbody: "tbody",
	nTd: "td", nTemplate: "template", nTextarea: "textarea", nTfoot: "tfoot", nTh: "th", nThead: "thead",
	nTitle: "title", nTr: "tr", nTrack: "track", nTt: "tt", nU: "u", nUl: "ul", nVar: "var", nWbr: "wbr",
	nXmp: "xmp",
}

// classes has the classes of each name, by the lists of the standard.
var classes = func() (of [nNames]class) {
	for c, ids := range map[class][]name{
		special: {
			nAddress, nApplet, nArea, nArticle, nAside, nBase, nBasefont, nBgsound, nBlockquote, nBody, nBr, nButton,
			nCaption, nCenter, nCol, nColgroup, nDd, nDetails, nDir, nDiv, nDl, nDt, nEmbed, nFieldset, nFigcaption,
			nFigure, nFooter, nForm, nFrame, nFrameset, nH1, nH2, nH3, nH4, nH5, nH6, nHead, nHeader, nHgroup, nHr,
			nHTML, nIframe, nImg, nInput, nKeygen, nLi, nLink, nListing, nMain, nMarquee, nMenu, nMeta, nNav,
			nNoembed, nNoframes, nNoscript, nObject, nOl, nP, nParam, nPlaintext, nPre, nScript, nSearch, nSection,
			nSelect, nSource, nStyle, nSummary, nTable, nTbody, nTd, nTemplate, nTextarea, nTfoot, nTh, nThead,
			nTitle, nTr, nTrack, nUl, nWbr, nXmp,
		},
		scope:       {nApplet, nCaption, nHTML, nMarquee, nObject, nSelect, nTable, nTd, nTemplate, nTh},
		buttonScope: {nButton},
		listScope:   {nOl, nUl},
		tableScope:  {nHTML, nTable, nTemplate},
		implied:     {nDd, nDt, nLi, nOptgroup, nOption, nP, nRb, nRp, nRt, nRtc},
		thorough:    {nCaption, nColgroup, nTbody, nTd, nTfoot, nTh, nThead, nTr},
		formatting:  {nA, nB, nBig, nCode, nEm, nFont, nI, nNobr, nS, nSmall, nStrike, nStrong, nTt, nU},
		foster:      {nTable, nTbody, nTfoot, nThead, nTr},
		heading:     {nH1, nH2, nH3, nH4, nH5, nH6},
		breakout: {
			nB, nBig, nBlockquote, nBody, nBr, nCenter, nCode, nDd, nDiv, nDl, nDt, nEm, nEmbed, nH1, nH2, nH3, nH4,
			nH5, nH6, nHead, nHr, nI, nImg, nLi, nListing, nMenu, nMeta, nNobr, nOl, nP, nPre, nRuby, nS, nSmall,
			nSpan, nStrike, nStrong, nSub, nSup, nTable, nTt, nU, nUl, nVar,
		},
	} {
		for _, id := range ids {
			of[id] |= c
		}
	}
	return of
}()
