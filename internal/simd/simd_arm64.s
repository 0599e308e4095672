//go:build gc && !purego

#include "textflag.h"

// Each byte that is found becomes the bit for its place among eight (V16). Then
// neighbouring bytes are added until eight of them are one.

// MARK sets the next word at a register to the bits of the bytes in V0 to V3 that equal the
// bytes of a filled vector.
#define MARK(full, words) \
	VCMEQ  full, V0.B16, V4.B16    \
	VCMEQ  full, V1.B16, V5.B16    \
	VCMEQ  full, V2.B16, V6.B16    \
	VCMEQ  full, V3.B16, V7.B16    \
	VAND   V16.B16, V4.B16, V4.B16 \
	VAND   V16.B16, V5.B16, V5.B16 \
	VAND   V16.B16, V6.B16, V6.B16 \
	VAND   V16.B16, V7.B16, V7.B16 \
	VADDP  V5.B16, V4.B16, V4.B16  \
	VADDP  V7.B16, V6.B16, V6.B16  \
	VADDP  V6.B16, V4.B16, V4.B16  \
	VADDP  V4.B16, V4.B16, V4.B16  \
	VMOV   V4.D[0], R4             \
	MOVD.P R4, 8(words)

// func mark(text []byte, a, b byte, as, bs []uint64)
TEXT ·mark(SB), NOSPLIT, $0-80
	MOVD  text_base+0(FP), R0
	MOVD  text_len+8(FP), R1
	MOVBU a+24(FP), R2
	MOVBU b+25(FP), R3
	VDUP  R2, V17.B16
	VDUP  R3, V18.B16
	MOVD  as_base+32(FP), R2
	MOVD  bs_base+56(FP), R3
	MOVD  $0x8040201008040201, R4
	VDUP  R4, V16.D2
	LSR   $6, R1 // bytes to blocks
	CBZ   R1, done

block:
	VLD1.P 64(R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	MARK(V17.B16, R2)
	MARK(V18.B16, R3)
	SUB    $1, R1
	CBNZ   R1, block

done:
	RET

// func scanPairs(text []byte, a, b byte) int
TEXT ·scanPairs(SB), NOSPLIT, $0-40
	MOVD  text_base+0(FP), R0
	MOVD  text_len+8(FP), R1
	MOVBU a+24(FP), R2
	MOVBU b+25(FP), R3
	VDUP  R2, V17.B16
	VDUP  R3, V18.B16
	MOVD  $0x8040201008040201, R4
	VDUP  R4, V16.D2
	MOVD  ZR, R5   // the offset
	ADD   $1, R0, R6
	SUBS  $33, R1  // where the last 32 pairs begin
	BLT   end

pairs:
	VLD1.P 32(R0), [V0.B16, V1.B16]
	VLD1.P 32(R6), [V2.B16, V3.B16]
	VCMEQ  V17.B16, V0.B16, V0.B16
	VCMEQ  V17.B16, V1.B16, V1.B16
	VCMEQ  V18.B16, V2.B16, V2.B16
	VCMEQ  V18.B16, V3.B16, V3.B16
	VAND   V2.B16, V0.B16, V0.B16
	VAND   V3.B16, V1.B16, V1.B16
	VAND   V16.B16, V0.B16, V0.B16
	VAND   V16.B16, V1.B16, V1.B16
	VADDP  V1.B16, V0.B16, V0.B16
	VADDP  V0.B16, V0.B16, V0.B16
	VADDP  V0.B16, V0.B16, V0.B16
	VMOV   V0.S[0], R7
	CBNZ   R7, found
	ADD    $32, R5
	CMP    R1, R5
	BLE    pairs

end:
	MOVD R5, ret+32(FP)
	RET

found:
	RBIT R7, R7
	CLZ  R7, R7
	ADD  R7, R5
	MOVD R5, ret+32(FP)
	RET
