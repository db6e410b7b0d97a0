/** One window of a browser, by what a person does in it. Selectors are within the form's shadow tree. */
export interface BrowserDriver {
  open(url: string): Promise<void>;
  /** By the keyboard, behind what is there. */
  type(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** As the file dialogue does. */
  attach(selector: string, paths: readonly string[]): Promise<void>;
  /** The value of an expression, in which `form` is the form's shadow root. It has to be JSON. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Where the form's elements are. */
export const formRoot = "document.querySelector('commission-form')?.shadowRoot";

/** The body of a function for `evaluate`, in which `form` is the root. */
export const inRoot = (root: string, expression: string): string => `const form = ${root}; return ${expression};`;

export const inForm = (expression: string): string => inRoot(formRoot, expression);

export const elementOf = (selector: string): string => `form.querySelector(${JSON.stringify(selector)})`;
