package xmlscan

// MaxDepth is the maximum number of open elements that are tracked.
const MaxDepth = maxDepth
