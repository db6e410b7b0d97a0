/** Groups of settings that nobody has set yet, as the service reads them. By key. */
export const emptyGroups: Readonly<Record<string, object>> = {
  opening: {
    mode: 'open',
    opensAt: null,
    closesAt: null,
    timeZone: 'UTC',
    message: null,
    requestLimit: null,
    slots: { total: null, byType: {} },
    weightByType: {},
    whenFull: 'close',
    showSlotsLeft: false,
    late: 'inbox',
  },
  queue: { isShown: false, asksName: false },
  guard: { mode: 'off', toldPerMinute: 60, networkMebibytes: 2000 },
  theme: { accent: { light: null, dark: null }, scheme: 'both', typeface: 'system' },
};
