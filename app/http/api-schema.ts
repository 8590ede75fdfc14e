/** As much of a JSON Schema as the calls' schemas become. */
export interface ApiSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, ApiSchema>;
  required?: string[];
  items?: ApiSchema;
  prefixItems?: ApiSchema[];
  oneOf?: ApiSchema[];
  anyOf?: ApiSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  example?: unknown;
}

export interface ApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  'x-access': string;
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    schema: ApiSchema;
    example?: unknown;
  }[];
  requestBody?: { content: Contents };
  responses: Record<string, { description: string; content: Contents }>;
}

/** By their media types. */
type Contents = Record<string, { schema: ApiSchema; example?: unknown }>;
