/** The content of a catalogue file. */
export const inboxCatalogue = {
  title: { en: 'Lindenhof Studio', de: 'Atelier Lindenhof' },
  types: [
    { id: 'portrait', name: { en: 'Portrait', de: 'Porträt', es: 'Retrato', ja: '肖像画' } },
    { id: 'landscape', name: { en: 'Landscape', de: 'Landschaft', es: 'Paisaje', ja: '風景画' } },
  ],
  extras: [{ id: 'frame', name: { en: 'Oak frame', de: 'Eichenrahmen' } }],
};
