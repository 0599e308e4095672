package xmlscan

// MaxDepth is how many open elements are remembered.
const MaxDepth = maxDepth
