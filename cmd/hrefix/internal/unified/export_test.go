package unified

// SetLarge sets how many bytes a hunk has that is ended as soon as a piece is.
func (w *Writer) SetLarge(n int) { w.large = n }
