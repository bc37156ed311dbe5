// The checksums of containers: PNG and zip (CRC-32), FLAC (CRC-8 and CRC-16).

const table32 = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
const table16 = leftTable(16, 0x8005);
const table8 = leftTable(8, 0x07);

export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (table32[(sum ^ byte) & 0xff] ?? 0);
  return ~sum >>> 0;
}

export function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) & 0xffff) ^ (table16[(sum >>> 8) ^ byte] ?? 0);
  return sum;
}

export function crc8(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = table8[sum ^ byte] ?? 0;
  return sum;
}

function leftTable(width: number, polynomial: number): Uint32Array {
  const top = 1 << (width - 1);
  return Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) value = value & top ? (value << 1) ^ polynomial : value << 1;
    return value & ((1 << width) - 1);
  });
}
