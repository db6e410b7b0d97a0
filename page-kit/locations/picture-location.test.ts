import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadError } from './byte-reader.ts';
import { hasLocation, locationTasks, withoutLocation } from './picture-location.ts';

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
const u16 = (value: number) => [value >> 8, value & 0xff];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)];
const u32le = (value: number) => u32(value).reverse();

/** A TIFF structure that is turned, with the latitude where the tests are run. */
function exif({ orientation = 1, hasLocation = true } = {}): number[] {
  const turned = [...u16(0x0112), ...u16(3), ...u32(1), ...u16(orientation), 0, 0];
  const gps = [...u16(0x8825), ...u16(4), ...u32(1), ...u32(8 + 2 + 24 + 4)];
  const latitude = [...u16(2), ...u16(5), ...u32(3), ...u32(0)];
  const first = [...u16(hasLocation ? 2 : 1), ...turned, ...(hasLocation ? gps : []), ...u32(0)];
  return [...ascii('MM'), 0, 42, ...u32(8), ...first, ...(hasLocation ? [...u16(1), ...latitude, ...u32(0)] : [])];
}

const xmp = '<x:xmpmeta><rdf:Description exif:GPSLatitude="53,4.5N"/></x:xmpmeta>';
const xmpKey = 'http://ns.adobe.com/xap/1.0/\0';

const segment = (marker: number, content: readonly number[]) => [0xff, marker, ...u16(content.length + 2), ...content];
const exifSegment = (options = {}) => segment(0xe1, [...ascii('Exif\0\0'), ...exif(options)]);
const exifPart = (part: readonly number[]) => segment(0xe1, [...ascii('Exif\0\0'), ...part]);
const extendedXmp = (part: string, offset: number) =>
  segment(0xe1, [
    ...ascii(`http://ns.adobe.com/xmp/extension/\0${'0'.repeat(32)}`),
    ...u32(xmp.length),
    ...u32(offset),
    ...ascii(part),
  ]);
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

const gifOf = (...blocks: readonly (readonly number[])[]) =>
  new Uint8Array([
    ...ascii('GIF89a'),
    1,
    0,
    1,
    0,
    0x80,
    0,
    0,
    ...Array<number>(6).fill(7),
    ...blocks.flat(),
    ...frame,
    0x3b,
  ]);
const frame = [0x21, 0xf9, 4, 1, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
const loop = [0x21, 0xff, 11, ...ascii('NETSCAPE2.0'), 3, 1, 0, 0, 0];
const comment = (text: string) => [0x21, 0xfe, text.length, ...ascii(text), 0];
/** Leads a reader of blocks to the end of bytes that are no text. */
const magicTrailer = [1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0];

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
function heicOf(
  type: string,
  name: string,
  item: readonly number[],
  properties: readonly number[] = [],
  brand = 'heic',
): Uint8Array {
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
      ...box('ftyp', [...ascii(brand), 0, 0, 0, 0]),
      ...box('meta', [0, 0, 0, 0, ...iinf, ...iloc, ...box('iprp', box('ipco', properties))]),
      ...box('mdat', [...item, 9, 9]),
    ];
  };
  return new Uint8Array(build(build(0).length - item.length - 2));
}

const hex = (bytes: readonly number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('\n');

const located: readonly (readonly [string, Uint8Array])[] = [
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
  [
    'the location that a JPEG shows, in XMP',
    jpegOf(segment(0xe1, ascii(`${xmpKey}<rdf:Description exif:GPSDestLatitude="52,30.0N"/>`))),
  ],
  ['XMP with another prefix', jpegOf(segment(0xe1, ascii(`${xmpKey}<ps:City>Bremen</ps:City>`)))],
  ['XMP in UTF-16', jpegOf(segment(0xe1, [...ascii(xmpKey), ...Buffer.from(xmp, 'utf16le')]))],
  [
    'extended XMP whose name is split up, in any order',
    jpegOf(extendedXmp(xmp.slice(35), 35), extendedXmp(xmp.slice(0, 35), 0), segment(0xdb, [0, 1, 2])),
  ],
  ['EXIF in two segments', jpegOf(...[exif().slice(0, 40), exif().slice(40)].map(exifPart))],
  [
    'content credentials in two segments',
    jpegOf(
      segment(0xeb, [...ascii('JP\0\x01'), ...u32(1), ...ascii('\0\0\0\x40jumb"exif:GPSLat')]),
      segment(0xeb, [...ascii('JP\0\x01'), ...u32(2), ...ascii('\0\0\0\x40jumbitude":"52,30.0N"')]),
    ),
  ],
  ['a segment of a maker', jpegOf(segment(0xe5, ascii('DJI\0[GPS Lat: 52.5][lng=13.4]')))],
  ['a comment in JPEG', jpegOf(segment(0xfe, ascii('{"lat": 52.5, "lng": 13.4}')))],
  ['bytes behind the version of a JPEG', jpegOf(segment(0xe0, ascii(`JFIF\0\x01\x02\0\0\x01\0\x01\0\0${xmp}`)))],
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
  ['EXIF in PNG with the header of JPEG', pngOf(pngChunk('eXIf', [...ascii('Exif\0\0'), ...exif()]))],
  ['a text of ImageMagick in PNG', pngOf(pngChunk('tEXt', ascii('exif:GPSLatitude\x0052/1, 30/1, 0/1')))],
  ['a compressed text in PNG', pngOf(pngChunk('zTXt', [...ascii('comment\0\0'), ...deflateSync('lat=52.5 lon=13.4')]))],
  ['content credentials in PNG', pngOf(pngChunk('caBX', ascii(`\0\0\0\x40jumb{"exif:GPSLatitude":"52,30.0N"}`)))],
  ['bytes behind a PNG', new Uint8Array([...pngOf(), ...exif()])],
  ['a comment in GIF', gifOf(comment('Latitude 52.5'))],
  ['XMP in GIF', gifOf([0x21, 0xff, 11, ...ascii(`XMP DataXMP${xmp}`), ...magicTrailer])],
  ['a further chunk in WebP', webpOf(vp8x(0), webpChunk('C2PA', ascii('exif:GPSLongitude')))],
  ['credentials in HEIC', new Uint8Array([...heicOf('hvc1', '', [1]), ...box('uuid', ascii(xmp))])],
  ['a description of an item of HEIC', heicOf('hvc1', '', [1], box('udes', ascii(xmp)))],
  ['bytes beside the pixels of HEIC', new Uint8Array([...heicOf('hvc1', '', [1]), ...box('mdat', exif())])],
  ['XMP of another brand of HEIC', heicOf('mime', '\0application/rdf+xml', ascii(xmp), [], 'MA1B')],
  ['EXIF in WebP', webpOf(vp8x(0x08), webpChunk('EXIF', exif()))],
  ['XMP in WebP', webpOf(vp8x(0x04), webpChunk('XMP ', ascii(xmp)))],
  ['EXIF in HEIC', heicOf('Exif', '', [0, 0, 0, 0, ...exif()])],
  ['XMP in HEIC', heicOf('mime', '\0application/rdf+xml', ascii(xmp))],
  [
    'a film behind a HEIC',
    new Uint8Array([...heicOf('mime', '', []), ...box('mpvd', ascii('ftypmp42 \xa9xyz+53.07+008.80/'))]),
  ],
];

const unread: readonly (readonly [string, readonly number[]])[] = [
  ['a film of a phone', box('ftyp', ascii('mp42\0\0\0\0'))],
  ['a film of a camera', [...box('ftyp', ascii('qt  \0\0\0\0')), ...box('moov', box('meta', []))]],
  ['an animated AVIF', [...heicOf('mime', '', []), ...box('moov', [])]],
  ['a film without a kind', box('moov', box('udta', []))],
  ['a TIFF', exif()],
  ['a layered picture', ascii('8BPS\0\x01')],
  ['a drawing', ascii(`<svg xmlns="http://www.w3.org/2000/svg"><metadata>${xmp}</metadata></svg>`)],
  ['a document', ascii('%PDF-1.7 GPSLatitude')],
  ['an archive', ascii('PK\x03\x04')],
];

describe('another file than a picture', () => {
  it.each(unread)('is unread, and not without a location: %s', async (_, content) => {
    const bytes = new Uint8Array(content);
    await expect(hasLocation(bytes)).rejects.toBeInstanceOf(UnreadError);
    expect(await locationTasks.find(new Blob([bytes]))).toBeNull();
    expect(await locationTasks.remove(new Blob([bytes]))).toBeNull();
  });
});

describe('a picture', () => {
  it.each(located)('has a location by %s, and none after the removal', async (_, bytes) => {
    expect(await hasLocation(bytes)).toBe(true);
    const copy = await withoutLocation(bytes);
    expect(copy && (await hasLocation(copy))).toBe(false);
  });

  it.each([
    ['a JPEG', plainJpeg],
    ['a JPEG with EXIF', jpegOf(exifSegment({ hasLocation: false }))],
    ['a PNG', pngOf()],
    ['a WebP', webpOf()],
    ['a HEIC file', heicOf('Exif', '', [0, 0, 0, 0, ...exif({ hasLocation: false })])],
    ['a GIF', gifOf()],
    ['a text', new Uint8Array(ascii('Two cats,\r\n\tat latitude 53'))],
    ['no byte', new Uint8Array()],
  ])('has no location: %s', async (_, bytes) => {
    expect(await hasLocation(bytes)).toBe(false);
  });

  it('keeps only its pixels, colours and frames, byte for byte', async () => {
    expect(await withoutLocation(jpegOf(exifSegment(), segment(0xdb, [0, 1, 2])))).toEqual(plainJpeg);
    expect(
      await withoutLocation(
        pngOf(pngChunk('eXIf', exif()), pngChunk('gAMA', [1]), pngChunk('tEXt', ascii('Title\0Cats'))),
      ),
    ).toEqual(pngOf(pngChunk('gAMA', [1])));
    expect(await withoutLocation(new Uint8Array([...gifOf(comment('Cats'), loop), 1, 2]))).toEqual(gifOf(loop));
    expect(await withoutLocation(webpOf(vp8x(0x1c), webpChunk('EXIF', exif()), webpChunk('XMP ', ascii(xmp))))).toEqual(
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
    expect(await withoutLocation(jpegOf(exifSegment({ orientation: 6 })))).toEqual(
      jpegOf(segment(0xe1, [...ascii('Exif\0\0'), ...turned])),
    );
    expect(await withoutLocation(webpOf(vp8x(0x08), webpChunk('EXIF', exif({ orientation: 6 }))))).toEqual(
      webpOf(vp8x(0x08), webpChunk('EXIF', turned)),
    );
  });

  it('loses its location also where EXIF lies about its length', async () => {
    const honest = exifSegment();
    const claims = (length: number) => jpegOf([...honest.slice(0, 2), ...u16(length), ...honest.slice(4)]);
    for (const length of [2, 3, 40, honest.length - 10, honest.length + 6, 65_535]) {
      const copy = await withoutLocation(claims(length));
      expect(copy && (await hasLocation(copy)), `a length of ${length}`).toBe(false);
    }
  });

  it('loses its location also where the damage hides it from a reader', async () => {
    const webp = webpOf(vp8x(0x08), webpChunk('EXIF', exif()));
    webp.set(u32(0), Buffer.from(webp).indexOf('EXIF') + 4);
    const heic = heicOf('Exif', '', [0, 0, 0, 0, ...exif()]);
    const iloc = Buffer.from(heic).indexOf('iloc');
    heic.set(u32(4), iloc + 4 + 8 + 6 + 4);
    for (const bytes of [webp, heic]) {
      const copy = await withoutLocation(bytes);
      expect(copy && Buffer.from(copy).includes('MM')).toBe(false);
    }
  });

  it('keeps its location, and says so, if coded pixels hold it', async () => {
    const bytes = new Uint8Array([...plainJpeg.subarray(0, -2), ...exif(), 0xff, 0xd9]);
    expect(await withoutLocation(bytes)).toBeNull();
    expect(await locationTasks.remove(new Blob([bytes]))).toEqual({ copy: null, hadLocation: true });
  });

  it('is not searched for ever, however many structures it claims to have', async () => {
    const marks = ascii('II*\0'.repeat(500_000));
    expect(await withoutLocation(jpegOf(segment(0xdb, [0, 1, 2])))).not.toBeNull();
    expect(await withoutLocation(new Uint8Array([...plainJpeg.subarray(0, -2), ...marks, 0xff, 0xd9]))).toBeNull();
  });

  it('is read to its end with any claims of its directories', async () => {
    const tiff = exif();
    for (const [at, value] of [
      [8, 0xffff],
      [34, 0xffff],
      [32, 8],
      [4, 0xffff],
    ] as const) {
      const wrong = [...tiff];
      wrong.splice(at, 2, ...u16(value));
      expect(typeof (await hasLocation(jpegOf(segment(0xe1, [...ascii('Exif\0\0'), ...wrong]))))).toBe('boolean');
    }
  });

  it('is read without an error when it is damaged anywhere', async () => {
    const pictures = located.map(([, bytes]) => bytes);
    const damage = fc.record({
      bytes: fc.constantFrom(...pictures),
      length: fc.nat(400),
      changes: fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ bytes, length, changes }) => {
        const damaged = bytes.slice(0, Math.max(12, bytes.length - length));
        for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value;
        const copy = (await locationTasks.remove(new Blob([damaged])))?.copy;
        if (copy) expect(await hasLocation(copy)).toBe(false);
      }),
    );
  });
});
