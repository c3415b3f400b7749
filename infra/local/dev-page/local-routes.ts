import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { codeOf } from '#functions/second-factor/codes.ts';
import type { DatabaseControl } from '#infra/local/database/faults.ts';
import { rightsReport } from '#infra/local/iam/access.ts';
import { stepMs } from '#shared/second-factor/rules.ts';
import { isDay } from '#shared/values/time.ts';
import type { Clock } from '../clock.ts';
import { DatabaseFault } from '../database/faults.ts';
import { readBody } from '../emulators/http-server.ts';
import { renderInbox } from '../emulators/inbox.ts';
import type { PushServiceStandIn } from '../emulators/push-service.ts';
import { mailboxModes, type Ses, sesModes } from '../emulators/ses.ts';
import type { Access } from '../iam/access.ts';
import { type DemoAccounts, readDemo } from '../seed/demo.ts';
import type { openDevPage } from './dev-page.ts';

export interface LocalRoutesOptions {
  dataFolder: string;
  clock: Clock;
  ses: Ses | undefined;
  push: Pick<PushServiceStandIn, 'pushes' | 'behave'>;
  /** Absent when the table is elsewhere. */
  database: DatabaseControl | undefined;
  access: Pick<Access, 'rights' | 'refusals'>;
  devPage: ReturnType<typeof openDevPage>;
  kill: (name: string) => boolean;
  subscribeFrom: (day: string) => void;
  update: (stack: string, folder: string) => void;
  reset: () => Promise<void>;
}

const ClockBody = z.object({ offsetSeconds: z.coerce.number() });
const SubscriptionBody = z.object({ from: z.string().check(z.refine((day) => day === '' || isDay(day))) });
const UpdateBody = z.object({ stack: z.string(), folder: z.string() });
const FaultBody = z.union([
  z.extend(DatabaseFault, { service: z.literal('dynamodb') }),
  z.object({ service: z.literal('ses'), address: z.string(), mode: z.enum(mailboxModes) }),
  z.object({ service: z.literal('ses'), mode: z.enum(sesModes) }),
  z.object({ service: z.literal('push'), status: z.coerce.number() }),
  z.object({ service: z.literal('functions'), name: z.string(), mode: z.literal('killed') }),
]);

interface Answer {
  status: number;
  type?: string;
  body?: string;
}

const home = '/__local/';
const formType = 'application/x-www-form-urlencoded';

/**
 * Routes that exist only on this machine, below `/__local/`: pages for developers, mails, the inbox page, pushes, the
 * clock, demo accounts, faults, and the rights of functions. The rights are those unused since the start, and the
 * refused calls. A form's request is answered with the first page.
 */
export function localRoutes(
  options: LocalRoutesOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { dataFolder, clock, ses, push, database, access, devPage, kill, subscribeFrom, update, reset } = options;
  const json = (value: unknown): Answer => ({ status: 200, type: 'application/json', body: JSON.stringify(value) });
  const html = (body: string): Answer => ({ status: 200, type: 'text/html; charset=utf-8', body });
  const done: Answer = { status: 204 };
  const missing: Answer = { status: 404, body: 'No such route.' };

  const routes: Record<string, (query: URLSearchParams, body: unknown) => Answer | Promise<Answer>> = {
    [`GET ${home}`]: () => html(devPage.overview()),
    'GET /__local/function': (query) => {
      const page = devPage.functionNamed(query.get('name') ?? '');
      return page === undefined ? missing : html(page);
    },
    'GET /__local/table': async (query) => html(await devPage.table(query)),
    'GET /__local/mail': (query) => json(ses?.mails(query.get('to') ?? undefined) ?? []),
    'GET /__local/pushes': () => json(push.pushes()),
    'GET /__local/inbox': (query) =>
      html(renderInbox(ses?.mails(query.get('to') ?? undefined) ?? [], codesOf(readDemo(dataFolder), clock))),
    'GET /__local/clock': () => json({ offsetSeconds: clock.offsetSeconds() }),
    'POST /__local/clock': async (_, body) => {
      await clock.set(z.parse(ClockBody, body).offsetSeconds);
      return done;
    },
    'POST /__local/subscription': (_, body) => {
      subscribeFrom(z.parse(SubscriptionBody, body).from);
      return done;
    },
    'POST /__local/update': (_, body) => {
      const { stack, folder } = z.parse(UpdateBody, body);
      update(stack, folder);
      return done;
    },
    'GET /__local/demo': () => {
      const demo = readDemo(dataFolder);
      return json(demo ? { ...demo, secondFactors: codesOf(demo, clock) } : null);
    },
    'GET /__local/rights': () => json(rightsReport(access)),
    'POST /__local/reset': async () => {
      await reset();
      return done;
    },
    'POST /__local/faults': async (_, body) => {
      const fault = z.parse(FaultBody, body);
      if (fault.service === 'functions') return kill(fault.name) ? done : missing;
      if (fault.service === 'push') {
        push.behave(fault.status);
        return done;
      }
      if (fault.service === 'ses') {
        if (!ses) return { status: 409, body: 'The mails are not sent by this stack.' };
        if ('address' in fault) ses.react(fault.address, fault.mode);
        else ses.behave(fault.mode);
        return done;
      }
      if (!database) return { status: 409, body: 'The database is not one of this stack.' };
      await database.behave(fault);
      return done;
    },
  };

  return async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const route = routes[`${request.method} ${pathname}`];
    const answer = route ? await answered(route, request, searchParams) : missing;
    if (answer.status === done.status && request.headers['content-type'] === formType)
      response.writeHead(303, { location: home }).end();
    else send(response, answer);
  };

  function send(response: ServerResponse, answer: Answer) {
    response.writeHead(answer.status, { 'cache-control': 'no-store', 'content-type': answer.type ?? 'text/plain' });
    response.end(answer.body);
  }

  async function answered(
    route: NonNullable<(typeof routes)[string]>,
    request: IncomingMessage,
    query: URLSearchParams,
  ) {
    const { origin, host } = request.headers;
    // Only pages of this origin, and programs, may change anything here.
    if (origin && origin !== `http://${host}`) return { status: 403, body: 'Foreign origin.' };
    try {
      const text = (await readBody(request)).toString();
      const isForm = request.headers['content-type'] === formType;
      return await route(query, isForm ? Object.fromEntries(new URLSearchParams(text)) : parsed(text));
    } catch (error) {
      if (error instanceof z.core.$ZodError || error instanceof SyntaxError)
        return { status: 400, body: error.message };
      throw error;
    }
  }
}

const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

const codesOf = (demo: DemoAccounts | undefined, clock: Clock) =>
  (demo?.secondFactors ?? []).map((factor) => ({
    ...factor,
    code: codeOf(factor.key, Math.floor(clock.now() / stepMs)),
  }));
