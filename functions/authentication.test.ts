import { expect, test } from 'vitest';
import { siteRoutes } from '#shared/site/contract.ts';
import { tripRoutes } from '#shared/trips/contract.ts';
import { authentication } from './authentication.ts';
import { type Deps, type Handlers, serve } from './serve.ts';

const deps = {} as Deps;

test('a function without authentication cannot serve a row that asks for a session', () => {
  const handlers = {} as Handlers<typeof tripRoutes>;
  expect(() => serve(tripRoutes, handlers, deps)).toThrow('is a row for members');
  expect(() => serve(tripRoutes, handlers, deps, authentication)).not.toThrow();
});

test('rows that are open to anyone need no authentication', () => {
  expect(() => serve(siteRoutes, {} as Handlers<typeof siteRoutes>, deps)).not.toThrow();
});
