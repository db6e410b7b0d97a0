import { createCell } from '../cells/cell.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'bad';
  /** A button next to the text, or null. */
  readonly action: ToastAction | null;
}

interface ToastAction {
  readonly label: string;
  /** The key that does the same. */
  readonly key?: 'undo';
  run(): void;
}

export type NewToast = Pick<Toast, 'text'> & Partial<Toast>;

/** Short messages about the person's last actions. Errors stay until they are dismissed. */
export interface Toasts {
  readonly all: ReturnType<typeof createCell<readonly Toast[]>>;
  /** @returns The id for `dismiss`. */
  show(toast: NewToast): number;
  dismiss(id: number): void;
}

const maxToasts = 3;

export function createToasts(): Toasts {
  const all = createCell<readonly Toast[]>([]);
  let count = 0;
  return {
    all,
    show(toast) {
      count += 1;
      all.set([...all.value, { tone: 'plain', action: null, ...toast, id: count } as Toast].slice(-maxToasts));
      return count;
    },
    dismiss: (id) => all.set(all.value.filter((toast) => toast.id !== id)),
  };
}
