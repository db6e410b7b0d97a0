import type { Catalogue } from '../../../client/src/commission-client.ts';

export const studioCatalogue: Catalogue = {
  title: { en: 'Lindenhof Studio', de: 'Atelier Lindenhof' },
  introduction: {
    en: 'Portraits of animals and people, in oil or ink. You will have an answer within a week.',
    de: 'Porträts von Tieren und Menschen, in Öl oder Tusche. Sie erhalten innerhalb einer Woche Antwort.',
  },
  afterwards: {
    en: 'We read every request ourselves. Within a week you get a first sketch and a price.',
    de: 'Wir lesen jede Anfrage selbst. Innerhalb einer Woche erhalten Sie eine erste Skizze und einen Preis.',
  },
  contact: 'studio@example.org',
  labels: { type: null, option: { en: 'How much of them?', de: 'Wie viel davon?' }, extras: null, customCard: null },
  types: [
    {
      id: 'portrait',
      name: { en: 'Portrait', de: 'Porträt' },
      description: { en: 'One or more figures from your pictures.' },
      options: [
        { id: 'head', name: { en: 'Head and shoulders', de: 'Brustbild' }, description: null },
        { id: 'full', name: { en: 'Full figure', de: 'Ganze Figur' }, description: null },
      ],
    },
    { id: 'landscape', name: { en: 'Landscape', de: 'Landschaft' }, description: null, options: [] },
  ],
  extras: [
    { id: 'frame', name: { en: 'Oak frame', de: 'Eichenrahmen' }, description: { en: 'Made to measure.' } },
    { id: 'express', name: { en: 'Within two weeks', de: 'Innerhalb von zwei Wochen' }, description: null },
  ],
  customCards: [{ id: 'gift', name: { en: 'Gift card', de: 'Geschenkkarte' }, description: null }],
};
