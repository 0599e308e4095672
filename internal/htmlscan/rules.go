package htmlscan

// A startRule is a rule for a start tag in body.
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

// An endRule is a rule for an end tag in body.
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
