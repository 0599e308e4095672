//go:build gc && !purego

#include "textflag.h"

// MARK sets the next word at a register to the bits of those bytes in V0 to V3 that are
// what all of V17 or V18 is full of: each such byte becomes the bit of its place among
// eight, and bytes are added to their neighbours until there is one for eight.
#define MARK(full, words) \
	VCMEQ  full, V0.B16, V4.B16      \
	VCMEQ  full, V1.B16, V5.B16      \
	VCMEQ  full, V2.B16, V6.B16      \
	VCMEQ  full, V3.B16, V7.B16      \
	VAND   V16.B16, V4.B16, V4.B16   \
	VAND   V16.B16, V5.B16, V5.B16   \
	VAND   V16.B16, V6.B16, V6.B16   \
	VAND   V16.B16, V7.B16, V7.B16   \
	VADDP  V5.B16, V4.B16, V4.B16    \
	VADDP  V7.B16, V6.B16, V6.B16    \
	VADDP  V6.B16, V4.B16, V4.B16    \
	VADDP  V4.B16, V4.B16, V4.B16    \
	VMOV   V4.D[0], R4               \
	MOVD.P R4, 8(words)

// func markBlocks(text []byte, lesses, quotes []uint64)
TEXT ·markBlocks(SB), NOSPLIT, $0-72
	MOVD text_base+0(FP), R0
	MOVD text_len+8(FP), R1
	MOVD lesses_base+24(FP), R2
	MOVD quotes_base+48(FP), R3
	MOVD $0x8040201008040201, R4
	VDUP R4, V16.D2
	MOVD $0x3C, R4 // "<"
	VDUP R4, V17.B16
	MOVD $0x22, R4 // a quotation mark
	VDUP R4, V18.B16
	LSR  $6, R1    // bytes to blocks
	CBZ  R1, done

block:
	VLD1.P 64(R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	MARK(V17.B16, R2)
	MARK(V18.B16, R3)
	SUB  $1, R1
	CBNZ R1, block

done:
	RET
