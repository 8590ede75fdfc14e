import type { z } from '@hono/zod-openapi';
import type { Api, Contract } from '#app/http/ask.ts';
import type { errorBody } from '#app/http/call.ts';

/**
 * What the call at an address answers, by its schemas; a test says by the status whether that is an
 * answer or a refusal. Pages, and addresses that only running code knows, are of any type.
 */
export type AnswerAt<Method extends string, Address extends string> = [
  PlaceAt<Method, Address>,
] extends [never]
  ? Open
  : AnswerOf<PlaceAt<Method, Address>>;

export type AnswerOf<Place extends keyof Api> = Contract<Place>['answer'] extends readonly unknown[]
  ? Contract<Place>['answer']
  : OneOf<
      Contract<Place>['answer'] | Named<Contract<Place>['refusal']> | z.output<typeof errorBody>
    >;

/** A refusal that names nothing beside its sentence is of any field. */
type Named<Refusal> = string extends keyof Refusal ? never : Refusal;

/** Whatever one of several bodies may hold. */
type OneOf<Bodies> = {
  [Key in KeyOf<Bodies>]: Stated<Bodies extends { [_ in Key]?: infer Value } ? Value : never>;
};

type KeyOf<Bodies> = Bodies extends unknown ? keyof Bodies : never;

/** What a schema leaves open. */
// oxlint-disable-next-line typescript/no-explicit-any
type Open = any;

type Stated<Value> = unknown extends Value ? Open : Exclude<Value, undefined>;

/** The call of `routes.ts` whose path fits an address. */
type PlaceAt<Method extends string, Address extends string> = {
  [Place in keyof Api]: Place extends `${Method} ${infer Path}`
    ? Steps<Address> extends Fitting<Steps<Path>>
      ? Place
      : never
    : never;
}[keyof Api];

/** `/a/1?b` as `['', 'a', '1']`. */
type Steps<Address extends string> = string extends Address
  ? []
  : Address extends `${infer Path}?${string}`
    ? Steps<Path>
    : Address extends `${infer Step}/${infer Rest}`
      ? [Step, ...Steps<Rest>]
      : [Address];

type Fitting<Path extends string[]> = {
  [At in keyof Path]: Path[At] extends `{${string}}` ? string : Path[At];
};
