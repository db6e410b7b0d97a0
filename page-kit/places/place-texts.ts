/** Drones write `GpsLatitude`. */
const names = [
  ...['GPS', 'Gps'].flatMap((gps) => ['Latitude', 'Longitude', 'AreaInformation'].map((name) => gps + name)),
  ...['City', 'State', 'Country'].map((name) => `photoshop:${name}`),
  ...['Core:Location', 'Ext:LocationCreated', 'Ext:LocationShown'].map((name) => `Iptc4xmp${name}`),
];
/** XMP in UTF-16 has a zero byte beside each letter. */
const placeProperties = new RegExp(names.map((name) => [...name].join('\\0?')).join('|'));

/** Where a film was taken, in an MP4 (`©xyz`). */
export const filmPlaceMark = '\xa9xyz';

/** Returns true for XMP with coordinates or the name of a place. */
export function xmpTellsPlace(text: string): boolean {
  return placeProperties.test(text);
}

/** Datasets of IPTC: 2:90 city, 2:92 location, 2:95 state, 2:100 and 2:101 country. */
const placeDatasets = [90, 92, 95, 100, 101];

/** @param text Latin-1, so that each character is one byte. */
export function iptcTellsPlace(text: string): boolean {
  return placeDatasets.some((dataset) => {
    const at = text.indexOf(String.fromCharCode(28, 2, dataset));
    // Two bytes of length follow.
    return at !== -1 && text.charCodeAt(at + 3) * 256 + text.charCodeAt(at + 4) > 0;
  });
}
