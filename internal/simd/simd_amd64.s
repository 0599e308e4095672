//go:build gc && !purego

#include "textflag.h"

// FILL sets all bytes of a vector to the byte in a register. R8 has all bits set.
#define FILL(from, full) \
	IMULQ      R8, from   \
	MOVQ       from, full \
	PUNPCKLQDQ full, full

// MARK sets a word to the bits of the bytes in X0 to X3 that equal the bytes of a filled
// vector.
#define MARK(full, word) \
	MOVOU    X0, X4    \
	MOVOU    X1, X5    \
	MOVOU    X2, X6    \
	MOVOU    X3, X7    \
	PCMPEQB  full, X4  \
	PCMPEQB  full, X5  \
	PCMPEQB  full, X6  \
	PCMPEQB  full, X7  \
	PMOVMSKB X4, AX    \
	PMOVMSKB X5, BX    \
	PMOVMSKB X6, DX    \
	PMOVMSKB X7, R9    \
	SHLQ     $16, BX   \
	SHLQ     $32, DX   \
	SHLQ     $48, R9   \
	ORQ      BX, AX    \
	ORQ      R9, DX    \
	ORQ      DX, AX    \
	MOVQ     AX, word

// func mark(text []byte, a, b byte, as, bs []uint64)
TEXT ·mark(SB), NOSPLIT, $0-80
	MOVQ    text_base+0(FP), SI
	MOVQ    text_len+8(FP), CX
	MOVBQZX a+24(FP), AX
	MOVBQZX b+25(FP), BX
	MOVQ    as_base+32(FP), DI
	MOVQ    bs_base+56(FP), R10
	MOVQ    $0x0101010101010101, R8
	FILL(AX, X8)
	FILL(BX, X9)
	SHRQ    $6, CX // bytes to blocks
	JZ      done

block:
	MOVOU (SI), X0
	MOVOU 16(SI), X1
	MOVOU 32(SI), X2
	MOVOU 48(SI), X3
	MARK(X8, (DI))
	MARK(X9, (R10))
	ADDQ  $64, SI
	ADDQ  $8, DI
	ADDQ  $8, R10
	DECQ  CX
	JNZ   block

done:
	RET

// func scanPairs(text []byte, a, b byte) int
TEXT ·scanPairs(SB), NOSPLIT, $0-40
	MOVQ    text_base+0(FP), SI
	MOVQ    text_len+8(FP), DX
	MOVBQZX a+24(FP), AX
	MOVBQZX b+25(FP), BX
	MOVQ    $0x0101010101010101, R8
	FILL(AX, X8)
	FILL(BX, X9)
	XORQ    CX, CX
	SUBQ    $33, DX // where the last 32 pairs begin
	JLT     end

pairs:
	MOVOU    (SI)(CX*1), X0
	MOVOU    1(SI)(CX*1), X1
	MOVOU    16(SI)(CX*1), X2
	MOVOU    17(SI)(CX*1), X3
	PCMPEQB  X8, X0
	PCMPEQB  X9, X1
	PCMPEQB  X8, X2
	PCMPEQB  X9, X3
	PAND     X1, X0
	PAND     X3, X2
	PMOVMSKB X0, AX
	PMOVMSKB X2, BX
	SHLL     $16, BX
	ORL      BX, AX
	JNZ      found
	ADDQ     $32, CX
	CMPQ     CX, DX
	JLE      pairs

end:
	MOVQ CX, ret+32(FP)
	RET

found:
	BSFL AX, AX
	ADDQ AX, CX
	MOVQ CX, ret+32(FP)
	RET
