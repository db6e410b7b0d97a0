import type { OpeningView } from './opening-view.ts';

/**
 * Shows the form as closed for maintenance, whatever the studio sets. The page then has no form, and keeps drafts. Requests
 * that arrive all the same are stored and judged as usual.
 */
export function underMaintenance(view: OpeningView): OpeningView {
  return {
    isSet: () => true,
    async of(served) {
      const { notices: _, ...opening } = await view.of(served);
      const types = opening.types.map(({ id }) => ({ id, state: 'closed' as const, left: null }));
      return {
        ...opening,
        state: 'closed',
        reason: 'maintenance',
        opensAt: null,
        closesAt: null,
        message: null,
        types,
      };
    },
  };
}
