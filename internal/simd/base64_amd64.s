//go:build gc && !purego

#include "textflag.h"

// A character of the base64 alphabet is recognised by its upper four bits, its row: row 2
// has "+" and "/", row 3 the digits, rows 4 and 5 the capitals, rows 6 and 7 the small
// letters.

// rows has a bit for each row: 1 for row 2, 2 for row 3, 4 for rows 4 and 6, 8 for rows 5
// and 7, and 16 for rows without characters of the alphabet.
DATA rows<>+0(SB)/8, $0x0804080402011010
DATA rows<>+8(SB)/8, $0x1010101010101010
GLOBL rows<>(SB), RODATA|NOPTR, $16

// lacks has, for each column (the lower four bits), the bits of the rows in which the
// character of that column is not in the alphabet.
DATA lacks<>+0(SB)/8, $0x1111111111111115
DATA lacks<>+8(SB)/8, $0x1A1B1B1B1A131111
GLOBL lacks<>(SB), RODATA|NOPTR, $16

// values has, for each row, the number to add to a character to get its value. Row 1 has
// the number for "/".
DATA values<>+0(SB)/8, $0xB9B9BFBF04131000
DATA values<>+8(SB)/8, $0
GLOBL values<>(SB), RODATA|NOPTR, $16

DATA nibbles<>+0(SB)/8, $0x0F0F0F0F0F0F0F0F
DATA nibbles<>+8(SB)/8, $0x0F0F0F0F0F0F0F0F
GLOBL nibbles<>(SB), RODATA|NOPTR, $16

DATA slashes<>+0(SB)/8, $0x2F2F2F2F2F2F2F2F
DATA slashes<>+8(SB)/8, $0x2F2F2F2F2F2F2F2F
GLOBL slashes<>(SB), RODATA|NOPTR, $16

// Two values of six bits are combined to one of twelve, and two of these to one of
// twenty-four. Then its bytes are put in order.
DATA twelve<>+0(SB)/8, $0x0140014001400140
DATA twelve<>+8(SB)/8, $0x0140014001400140
GLOBL twelve<>(SB), RODATA|NOPTR, $16

DATA twentyFour<>+0(SB)/8, $0x0001100000011000
DATA twentyFour<>+8(SB)/8, $0x0001100000011000
GLOBL twentyFour<>(SB), RODATA|NOPTR, $16

DATA bigEndian<>+0(SB)/8, $0x090A040506000102
DATA bigEndian<>+8(SB)/8, $0x808080800C0D0E08
GLOBL bigEndian<>(SB), RODATA|NOPTR, $16

// func decodeBase64(dst, src []byte) (read, written int)
TEXT ·decodeBase64(SB), NOSPLIT, $0-64
	MOVQ  dst_base+0(FP), DI
	MOVQ  dst_len+8(FP), DX
	MOVQ  src_base+24(FP), SI
	MOVQ  src_len+32(FP), CX
	MOVOU rows<>(SB), X8
	MOVOU lacks<>(SB), X9
	MOVOU values<>(SB), X10
	MOVOU nibbles<>(SB), X11
	MOVOU slashes<>(SB), X12
	MOVOU twelve<>(SB), X13
	MOVOU twentyFour<>(SB), X14
	MOVOU bigEndian<>(SB), X15

letters:
	CMPQ      CX, $16
	JLT       done
	CMPQ      DX, $16
	JLT       done
	MOVOU     (SI), X0
	MOVO      X0, X1
	PSRLL     $4, X1
	PAND      X11, X1        // rows
	MOVO      X0, X2
	PAND      X11, X2        // columns
	MOVO      X8, X3
	PSHUFB    X1, X3
	MOVO      X9, X4
	PSHUFB    X2, X4
	PAND      X3, X4         // not zero in bytes that are no letters
	PXOR      X5, X5
	PCMPEQB   X5, X4
	PMOVMSKB  X4, AX
	MOVO      X0, X3
	PCMPEQB   X12, X3
	PADDB     X3, X1         // row 1 for "/"
	MOVO      X10, X4
	PSHUFB    X1, X4
	PADDB     X4, X0         // values
	PMADDUBSW X13, X0
	PMADDWL   X14, X0
	PSHUFB    X15, X0
	MOVOU     X0, (DI)
	XORL      $0xFFFF, AX
	JNZ       partial
	ADDQ      $16, SI
	SUBQ      $16, CX
	ADDQ      $12, DI
	SUBQ      $12, DX
	JMP       letters

partial: // the quanta before the first byte that is no letter, and a line break
	BSFL AX, AX
	ANDL $12, AX
	ADDQ AX, SI
	SUBQ AX, CX
	SHRL $2, AX
	LEAQ (AX)(AX*2), AX
	ADDQ AX, DI
	SUBQ AX, DX
	CMPB (SI), $0x0A
	JEQ  feed
	CMPB (SI), $0x0D
	JNE  done
	CMPB 1(SI), $0x0A
	JNE  done
	INCQ SI
	DECQ CX

feed:
	INCQ SI
	DECQ CX
	JMP  letters

done:
	SUBQ src_base+24(FP), SI
	MOVQ SI, read+48(FP)
	SUBQ dst_base+0(FP), DI
	MOVQ DI, written+56(FP)
	RET

// Three bytes are loaded as four: the second, the first, the third, the second.
DATA spread<>+0(SB)/8, $0x0405030401020001
DATA spread<>+8(SB)/8, $0x0A0B090A07080607
GLOBL spread<>(SB), RODATA|NOPTR, $16

// The upper half of a product moves the first and third values down; the lower half of a
// product moves the second and fourth values up.
DATA odd<>+0(SB)/8, $0x0FC0FC000FC0FC00
DATA odd<>+8(SB)/8, $0x0FC0FC000FC0FC00
GLOBL odd<>(SB), RODATA|NOPTR, $16

DATA down<>+0(SB)/8, $0x0400004004000040
DATA down<>+8(SB)/8, $0x0400004004000040
GLOBL down<>(SB), RODATA|NOPTR, $16

DATA even<>+0(SB)/8, $0x003F03F0003F03F0
DATA even<>+8(SB)/8, $0x003F03F0003F03F0
GLOBL even<>(SB), RODATA|NOPTR, $16

DATA up<>+0(SB)/8, $0x0100001001000010
DATA up<>+8(SB)/8, $0x0100001001000010
GLOBL up<>(SB), RODATA|NOPTR, $16

DATA capitals<>+0(SB)/8, $0x1A1A1A1A1A1A1A1A
DATA capitals<>+8(SB)/8, $0x1A1A1A1A1A1A1A1A
GLOBL capitals<>(SB), RODATA|NOPTR, $16

DATA capital<>+0(SB)/8, $0x0D0D0D0D0D0D0D0D
DATA capital<>+8(SB)/8, $0x0D0D0D0D0D0D0D0D
GLOBL capital<>(SB), RODATA|NOPTR, $16

DATA small<>+0(SB)/8, $0x3333333333333333
DATA small<>+8(SB)/8, $0x3333333333333333
GLOBL small<>(SB), RODATA|NOPTR, $16

// letters has the numbers to add to a value to get its character: at 0 for small letters,
// at 1 to 10 for digits, at 11 for "+", at 12 for "/", at 13 for capitals.
DATA letters<>+0(SB)/8, $0xFCFCFCFCFCFCFC47
DATA letters<>+8(SB)/8, $0x000041F0EDFCFCFC
GLOBL letters<>(SB), RODATA|NOPTR, $16

// ENCODE encodes the first twelve bytes of X0 as sixteen characters.
#define ENCODE \
	PSHUFB  X7, X0  \
	MOVO    X0, X1  \
	PAND    X8, X0  \
	PMULHUW X9, X0  \
	PAND    X10, X1 \
	PMULLW  X11, X1 \
	POR     X1, X0  \ // values
	MOVO    X0, X1  \
	PSUBUSB X14, X1 \ // 0 up to the small letters, then 1 to 12
	MOVO    X12, X2 \
	PCMPGTB X0, X2  \
	PAND    X13, X2 \
	POR     X2, X1  \ // 13 for capitals
	MOVO    X15, X2 \
	PSHUFB  X1, X2  \
	PADDB   X2, X0

// func encodeBase64(dst, src []byte)
TEXT ·encodeBase64(SB), NOSPLIT, $0-48
	MOVQ  dst_base+0(FP), DI
	MOVQ  dst_len+8(FP), DX
	MOVQ  src_base+24(FP), SI
	MOVQ  src_len+32(FP), CX
	MOVOU spread<>(SB), X7
	MOVOU odd<>(SB), X8
	MOVOU down<>(SB), X9
	MOVOU even<>(SB), X10
	MOVOU up<>(SB), X11
	MOVOU capitals<>(SB), X12
	MOVOU capital<>(SB), X13
	MOVOU small<>(SB), X14
	MOVOU letters<>(SB), X15
	LEAQ  (SI)(CX*1), R8     // the end
	LEAQ  (DI)(DX*1), R9

bytes:
	MOVOU (SI), X0
	ENCODE
	MOVOU X0, (DI)
	ADDQ  $12, SI
	SUBQ  $12, CX
	ADDQ  $16, DI
	CMPQ  CX, $16
	JGE   bytes
	CMPQ  CX, $12
	JLE   last
	MOVOU -1(SI), X0  // of fifteen, the first twelve
	PSRLO $1, X0
	ENCODE
	MOVOU X0, (DI)

last:
	MOVOU -16(R8), X0 // the last twelve, some of them once more
	PSRLO $4, X0
	ENCODE
	MOVOU X0, -16(R9)
	RET
