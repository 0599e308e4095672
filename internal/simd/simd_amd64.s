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

// func markSSE2(text []byte, a, b byte, as, bs []uint64)
TEXT ·markSSE2(SB), NOSPLIT, $0-80
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

// MARK32 is MARK for Y0 and Y1.
#define MARK32(full, word) \
	VPCMPEQB  full, Y0, Y2 \
	VPCMPEQB  full, Y1, Y3 \
	VPMOVMSKB Y2, AX       \
	VPMOVMSKB Y3, BX       \
	SHLQ      $32, BX      \
	ORQ       BX, AX       \
	MOVQ      AX, word

// func markAVX2(text []byte, a, b byte, as, bs []uint64)
TEXT ·markAVX2(SB), NOSPLIT, $0-80
	MOVQ         text_base+0(FP), SI
	MOVQ         text_len+8(FP), CX
	MOVQ         as_base+32(FP), DI
	MOVQ         bs_base+56(FP), R10
	VPBROADCASTB a+24(FP), Y8
	VPBROADCASTB b+25(FP), Y9
	SHRQ         $6, CX // bytes to blocks
	JZ           done

block:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	MARK32(Y8, (DI))
	MARK32(Y9, (R10))
	ADDQ    $64, SI
	ADDQ    $8, DI
	ADDQ    $8, R10
	DECQ    CX
	JNZ     block

done:
	VZEROUPPER
	RET

// func scanPairsSSE2(text []byte, a, b byte) int
TEXT ·scanPairsSSE2(SB), NOSPLIT, $0-40
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

// func scanPairsAVX2(text []byte, a, b byte) int
TEXT ·scanPairsAVX2(SB), NOSPLIT, $0-40
	MOVQ         text_base+0(FP), SI
	MOVQ         text_len+8(FP), DX
	VPBROADCASTB a+24(FP), Y8
	VPBROADCASTB b+25(FP), Y9
	XORQ         CX, CX
	LEAQ         -1(DX), R8  // how many pairs there are
	SUBQ         $65, DX     // where the last 64 begin
	JLT          end

pairs:
	VMOVDQU   (SI)(CX*1), Y0
	VMOVDQU   32(SI)(CX*1), Y2
	VPCMPEQB  1(SI)(CX*1), Y9, Y1
	VPCMPEQB  33(SI)(CX*1), Y9, Y3
	VPCMPEQB  Y8, Y0, Y0
	VPCMPEQB  Y8, Y2, Y2
	VPAND     Y1, Y0, Y0
	VPAND     Y3, Y2, Y2
	VPOR      Y0, Y2, Y1
	VPMOVMSKB Y1, AX
	TESTL     AX, AX
	JNZ       found
	ADDQ      $64, CX
	CMPQ      CX, DX
	JLE       pairs
	CMPQ      CX, R8
	JGE       end
	MOVQ      DX, CX // the last 64, some of them once more
	JMP       pairs

end:
	VZEROUPPER
	MOVQ CX, ret+32(FP)
	RET

found:
	VPMOVMSKB Y0, AX
	VPMOVMSKB Y2, BX
	SHLQ      $32, BX
	ORQ       BX, AX
	BSFQ      AX, AX
	ADDQ      AX, CX
	VZEROUPPER
	MOVQ      CX, ret+32(FP)
	RET
