/** Any object of an OpenAPI 3.1 document. */
export type OpenApiObject = { readonly [key: string]: unknown };

/** The parts of an OpenAPI document that the reference page shows. */
export interface ApiDocument extends OpenApiObject {
  readonly info: OpenApiObject & { readonly title: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, OpenApiObject>> };
}

export interface Operation extends OpenApiObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: OpenApiObject;
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'header';
  readonly description: string;
  readonly schema: OpenApiObject;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

/** A header that is sent with every response of its status. */
export interface Header {
  readonly description: string;
  readonly required: true;
  readonly schema: OpenApiObject;
  readonly example?: unknown;
}

export interface MediaType {
  readonly schema: OpenApiObject;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example>>;
}

interface Example {
  readonly summary: string;
  readonly value: unknown;
}
