/** The user actions in one browser window. Selectors apply to the form's shadow tree. */
export interface BrowserDriver {
  open(url: string): Promise<void>;
  /** Types text with the keyboard after the existing text. */
  type(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Sets the files of an input as the file dialog does. */
  attach(selector: string, paths: readonly string[]): Promise<void>;
  /** Resolves with the value of an expression in which `form` is the form's shadow root. The value must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Expression of the form's shadow root. */
export const formRoot = "document.querySelector('commission-form')?.shadowRoot";

/** Returns a function body that evaluates an expression with `form` as the root. */
export const inRoot = (root: string, expression: string): string => `const form = ${root}; return ${expression};`;

export const inForm = (expression: string): string => inRoot(formRoot, expression);

export const elementOf = (selector: string): string => `form.querySelector(${JSON.stringify(selector)})`;
