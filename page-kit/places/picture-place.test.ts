import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayTellPlace, tellsPlace, withoutPlace } from './picture-place.ts';

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
const u16 = (value: number) => [value >> 8, value & 0xff];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)];
const u32le = (value: number) => u32(value).reverse();

/** A TIFF structure that is turned, with the latitude where the tests are run. */
function exif({ orientation = 1, hasPlace = true } = {}): number[] {
  const turned = [...u16(0x0112), ...u16(3), ...u32(1), ...u16(orientation), 0, 0];
  const gps = [...u16(0x8825), ...u16(4), ...u32(1), ...u32(8 + 2 + 24 + 4)];
  const latitude = [...u16(2), ...u16(5), ...u32(3), ...u32(0)];
  const first = [...u16(hasPlace ? 2 : 1), ...turned, ...(hasPlace ? gps : []), ...u32(0)];
  return [...ascii('MM'), 0, 42, ...u32(8), ...first, ...(hasPlace ? [...u16(1), ...latitude, ...u32(0)] : [])];
}

const xmp = '<x:xmpmeta><rdf:Description exif:GPSLatitude="53,4.5N"/></x:xmpmeta>';
const xmpKey = 'http://ns.adobe.com/xap/1.0/\0';

const segment = (marker: number, content: readonly number[]) => [0xff, marker, ...u16(content.length + 2), ...content];
const exifSegment = (options = {}) => segment(0xe1, [...ascii('Exif\0\0'), ...exif(options)]);
const scan = [...segment(0xda, [1, 0, 0]), 0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56];
const jpegOf = (...segments: readonly (readonly number[])[]) =>
  new Uint8Array([0xff, 0xd8, ...segments.flat(), ...scan, 0xff, 0xd9]);
const plainJpeg = jpegOf(segment(0xdb, [0, 1, 2]));

const pngChunk = (type: string, content: readonly number[]) => [
  ...u32(content.length),
  ...ascii(type),
  ...content,
  0,
  0,
  0,
  0,
];
const pngOf = (...chunks: readonly (readonly number[])[]) =>
  new Uint8Array([
    ...ascii('\x89PNG\r\n\x1a\n'),
    ...pngChunk('IHDR', [1]),
    ...chunks.flat(),
    ...pngChunk('IDAT', [7, 8]),
    ...pngChunk('IEND', []),
  ]);

const webpChunk = (name: string, content: readonly number[]) => [
  ...ascii(name),
  ...u32le(content.length),
  ...content,
  ...(content.length % 2 ? [0] : []),
];
function webpOf(...chunks: readonly (readonly number[])[]): Uint8Array {
  const content = [...ascii('WEBP'), ...chunks.flat(), ...webpChunk('VP8L', [1, 2, 3])];
  return new Uint8Array([...ascii('RIFF'), ...u32le(content.length), ...content]);
}
const vp8x = (flags: number) => webpChunk('VP8X', [flags, 0, 0, 0, 1, 0, 0, 1, 0, 0]);

const box = (type: string, content: readonly number[]) => [...u32(content.length + 8), ...ascii(type), ...content];

/** A HEIC file with an item at its end. */
function heicOf(type: string, name: string, item: readonly number[]): Uint8Array {
  const infe = box('infe', [2, 0, 0, 0, ...u16(1), ...u16(0), ...ascii(type), 0, ...ascii(name), 0]);
  const iinf = box('iinf', [0, 0, 0, 0, ...u16(1), ...infe]);
  const build = (offset: number) => {
    const iloc = box('iloc', [
      0,
      0,
      0,
      0,
      0x44,
      0,
      ...u16(1),
      ...u16(1),
      ...u16(0),
      ...u16(1),
      ...u32(offset),
      ...u32(item.length),
    ]);
    return [
      ...box('ftyp', [...ascii('heic'), 0, 0, 0, 0]),
      ...box('meta', [0, 0, 0, 0, ...iinf, ...iloc]),
      ...box('mdat', [...item, 9, 9]),
    ];
  };
  return new Uint8Array(build(build(0).length - item.length - 2));
}

const hex = (bytes: readonly number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('\n');

const telling: readonly (readonly [string, Uint8Array])[] = [
  ['EXIF in JPEG', jpegOf(exifSegment(), segment(0xdb, [0, 1, 2]))],
  ['XMP in JPEG', jpegOf(segment(0xe1, ascii(xmpKey + xmp)), segment(0xdb, [0, 1, 2]))],
  ['XMP of a drone in JPEG', jpegOf(segment(0xe1, ascii(`${xmpKey}<x drone-dji:GpsLatitude="+53.07"/>`)))],
  [
    'extended XMP in JPEG',
    jpegOf(segment(0xe1, ascii(`http://ns.adobe.com/xmp/extension/\0${xmp}`)), segment(0xdb, [0, 1, 2])),
  ],
  [
    'IPTC in JPEG',
    jpegOf(segment(0xed, [...ascii('Photoshop 3.0\0'), 28, 2, 90, 0, 6, ...ascii('Bremen')]), segment(0xdb, [0, 1, 2])),
  ],
  ['EXIF after the first scan of a JPEG', new Uint8Array([...plainJpeg.subarray(0, -2), ...exifSegment(), 0xff, 0xd9])],
  ['a second picture behind a JPEG', new Uint8Array([...plainJpeg, ...jpegOf(exifSegment())])],
  ['a film behind a JPEG', new Uint8Array([...plainJpeg, ...ascii('ftypmp42 \xa9xyz+53.07+008.80/')])],
  ['EXIF in PNG', pngOf(pngChunk('eXIf', exif()))],
  ['XMP in PNG', pngOf(pngChunk('iTXt', ascii(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`)))],
  [
    'a raw profile in PNG',
    pngOf(
      pngChunk('tEXt', ascii(`Raw profile type exif\0\nexif\n      82\n${hex([...ascii('Exif\0\0'), ...exif()])}\n`)),
    ),
  ],
  ['EXIF in WebP', webpOf(vp8x(0x08), webpChunk('EXIF', exif()))],
  ['XMP in WebP', webpOf(vp8x(0x04), webpChunk('XMP ', ascii(xmp)))],
  ['EXIF in HEIC', heicOf('Exif', '', [0, 0, 0, 0, ...exif()])],
  ['XMP in HEIC', heicOf('mime', '\0application/rdf+xml', ascii(xmp))],
  [
    'a film behind a HEIC',
    new Uint8Array([...heicOf('mime', '', []), ...box('mpvd', ascii('ftypmp42 \xa9xyz+53.07+008.80/'))]),
  ],
];

describe('a picture', () => {
  it.each(telling)('tells where it was taken by %s, and no longer after the removal', async (_, bytes) => {
    expect(await tellsPlace(bytes)).toBe(true);
    const copy = await withoutPlace(bytes);
    expect(copy && (await tellsPlace(copy))).toBe(false);
  });

  it.each([
    ['a JPEG', plainJpeg],
    ['a JPEG with EXIF', jpegOf(exifSegment({ hasPlace: false }))],
    ['a PNG', pngOf()],
    ['a WebP', webpOf()],
    ['a HEIC file', heicOf('Exif', '', [0, 0, 0, 0, ...exif({ hasPlace: false })])],
    ['another file', new Uint8Array(ascii('%PDF GPSLatitude'))],
    ['no byte', new Uint8Array()],
  ])('tells nothing where there is no place: %s', async (_, bytes) => {
    expect(await mayTellPlace(bytes)).toBe(false);
  });

  it('keeps its pixels and everything else, byte for byte', async () => {
    expect(await withoutPlace(jpegOf(exifSegment(), segment(0xdb, [0, 1, 2])))).toEqual(plainJpeg);
    expect(await withoutPlace(pngOf(pngChunk('eXIf', exif()), pngChunk('tEXt', ascii('Title\0Cats'))))).toEqual(
      pngOf(pngChunk('tEXt', ascii('Title\0Cats'))),
    );
    expect(await withoutPlace(webpOf(vp8x(0x1c), webpChunk('EXIF', exif()), webpChunk('XMP ', ascii(xmp))))).toEqual(
      webpOf(vp8x(0x10)),
    );
  });

  it('stays turned as it was', async () => {
    const turned = [
      ...ascii('MM'),
      0,
      42,
      ...u32(8),
      ...u16(1),
      ...u16(0x0112),
      ...u16(3),
      ...u32(1),
      ...u16(6),
      0,
      0,
      ...u32(0),
    ];
    expect(await withoutPlace(jpegOf(exifSegment({ orientation: 6 })))).toEqual(
      jpegOf(segment(0xe1, [...ascii('Exif\0\0'), ...turned])),
    );
    expect(await withoutPlace(webpOf(vp8x(0x08), webpChunk('EXIF', exif({ orientation: 6 }))))).toEqual(
      webpOf(vp8x(0x08), webpChunk('EXIF', turned)),
    );
  });

  it('loses its place also where EXIF lies about its length', async () => {
    const honest = exifSegment();
    const claims = (length: number) => jpegOf([...honest.slice(0, 2), ...u16(length), ...honest.slice(4)]);
    for (const length of [2, 3, 40, honest.length - 10, honest.length + 6, 65_535]) {
      const copy = await withoutPlace(claims(length));
      expect(copy && (await tellsPlace(copy)), `a length of ${length}`).toBe(false);
    }
  });

  it('is said to keep its place where the damage hides it from the removal', async () => {
    const webp = webpOf(vp8x(0x08), webpChunk('EXIF', exif()));
    webp.set(u32(0), Buffer.from(webp).indexOf('EXIF') + 4);
    const heic = heicOf('Exif', '', [0, 0, 0, 0, ...exif()]);
    const iloc = Buffer.from(heic).indexOf('iloc');
    heic.set(u32(4), iloc + 4 + 8 + 6 + 4);
    for (const bytes of [webp, heic]) {
      expect(await withoutPlace(bytes)).toBeNull();
      expect(await mayTellPlace(bytes)).toBe(true);
    }
  });

  it('is not searched for ever, however many structures it claims to have', async () => {
    const marks = ascii('II*\0'.repeat(500_000));
    expect(await withoutPlace(jpegOf(segment(0xdb, [0, 1, 2])))).not.toBeNull();
    expect(await withoutPlace(new Uint8Array([...plainJpeg.subarray(0, -2), ...marks, 0xff, 0xd9]))).toBeNull();
  });

  it('is not made of another file', async () => {
    expect(await withoutPlace(new Uint8Array(ascii('%PDF GPSLatitude')))).toBeNull();
  });

  it('is read to its end whatever its directories claim', async () => {
    const tiff = exif();
    for (const [at, value] of [
      [8, 0xffff],
      [34, 0xffff],
      [32, 8],
      [4, 0xffff],
    ] as const) {
      const wrong = [...tiff];
      wrong.splice(at, 2, ...u16(value));
      expect(typeof (await tellsPlace(jpegOf(segment(0xe1, [...ascii('Exif\0\0'), ...wrong]))))).toBe('boolean');
    }
  });

  it('is read without an error when it is damaged anywhere', async () => {
    const pictures = telling.map(([, bytes]) => bytes);
    const damage = fc.record({
      bytes: fc.constantFrom(...pictures),
      length: fc.nat(400),
      changes: fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ bytes, length, changes }) => {
        const damaged = bytes.slice(0, Math.max(12, bytes.length - length));
        for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value;
        const copy = await withoutPlace(damaged);
        if (copy !== null) expect(await tellsPlace(copy)).toBe(false);
      }),
    );
  });
});
