//go:build gc && !purego

#include "textflag.h"

// MARK sets a word to the bits of those bytes in X0 to X3 that are what all of a
// register is full of.
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

// func markBlocks(text []byte, lesses, quotes []uint64)
TEXT ·markBlocks(SB), NOSPLIT, $0-72
	MOVQ text_base+0(FP), SI
	MOVQ text_len+8(FP), CX
	MOVQ lesses_base+24(FP), DI
	MOVQ quotes_base+48(FP), R8
	MOVQ $0x3C3C3C3C3C3C3C3C, AX // "<"
	MOVQ AX, X8
	PUNPCKLQDQ X8, X8
	MOVQ $0x2222222222222222, AX // a quotation mark
	MOVQ AX, X9
	PUNPCKLQDQ X9, X9
	SHRQ $6, CX                  // bytes to blocks
	JZ   done

block:
	MOVOU (SI), X0
	MOVOU 16(SI), X1
	MOVOU 32(SI), X2
	MOVOU 48(SI), X3
	MARK(X8, (DI))
	MARK(X9, (R8))
	ADDQ $64, SI
	ADDQ $8, DI
	ADDQ $8, R8
	DECQ CX
	JNZ  block

done:
	RET
