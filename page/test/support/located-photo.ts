import sharp from 'sharp';

const gpsData = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '53/1 4/1 46/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '8/1 48/1 6/1',
};

/** How the latitude begins in EXIF: 53 whole degrees. */
export const latitudeBytes = '5\0\0\0\x01\0\0\0';

/** Resolves with a small photo with GPS data in EXIF. */
export const locatedPhoto = (format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#7a2e5d' } })
    .withExif({ IFD3: gpsData })
    .toFormat(format)
    .toBuffer();
