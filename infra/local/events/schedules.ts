import type { LocalPlan } from '../assembly/plan.ts';
import type { Clock } from '../clock.ts';
import type { Invoke } from '../compute/invoke.ts';
import type { Access } from '../iam/access.ts';
import { mayForward, mayStart } from '../iam/poller-rights.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A schedule without a time within a leap cycle never has one. */
const searchedDays = 4 * 366;

const units: Record<string, number> = { minute: minuteMs, hour: 60 * minuteMs, day: dayMs };

/**
 * The next time (milliseconds, UTC) after `from` that an EventBridge expression names: `cron(15 3 * * ? *)`, `rate(5
 * minutes)`.
 */
export function nextTime(expression: string, from: number): number {
  const [, kind, inner = ''] = /^(cron|rate)\((.+)\)$/.exec(expression) ?? [];
  if (kind === 'rate') {
    const [count, unit = ''] = inner.split(' ');
    return from + Number(count) * (units[unit.replace(/s$/, '')] ?? Number.NaN);
  }
  const [minutes, hours, days, months, weekdays] = inner.split(' ').map(field);
  if (kind !== 'cron' || !minutes || !hours || !days || !months || !weekdays) {
    throw new Error(`${expression} is not understood here.`);
  }
  let time = Math.floor(from / minuteMs) * minuteMs + minuteMs;
  const end = from + searchedDays * dayMs;
  while (time < end) {
    const at = new Date(time);
    // Sunday is 1 in EventBridge.
    const onDay = days(at.getUTCDate()) && months(at.getUTCMonth() + 1) && weekdays(at.getUTCDay() + 1);
    if (!onDay) time = Math.floor(time / dayMs) * dayMs + dayMs;
    else if (hours(at.getUTCHours()) && minutes(at.getUTCMinutes())) return time;
    else time += minuteMs;
  }
  throw new Error(`${expression} names no time.`);
}

function field(text: string): (value: number) => boolean {
  if (text === '*' || text === '?') return () => true;
  const parts = text.split(',').map((part) => {
    const [range = '', step = '1'] = part.split('/');
    const [first = '', last] = range.split('-');
    const from = first === '*' ? 0 : Number(first);
    const to = last ? Number(last) : part.includes('/') ? Number.POSITIVE_INFINITY : from;
    return (value: number) => value >= from && value <= to && (value - from) % Number(step) === 0;
  });
  return (value) => parts.some((matches) => matches(value));
}

type Schedule = LocalPlan['schedules'][number];

/** Gives the event of a schedule to one of its targets; lasts until the first try has ended. */
export type Start = (schedule: Schedule, target: Schedule['targets'][number], event: unknown) => Promise<unknown>;

/**
 * EventBridge in front of Lambda. An event that the function's policy refuses goes to the target's dead-letter queue,
 * if that queue's policy allows it. Lambda handles the call from there.
 */
export function starter(options: {
  access: Access;
  call: (functionRef: string, event: unknown) => Promise<unknown>;
  send: (queueArn: string, body: string) => void;
}): Start {
  const { access, call, send } = options;
  return async ({ arn }, { Arn, DeadLetterConfig }, event) => {
    if (mayStart(access, arn, Arn)) return call(Arn, event);
    const queue = DeadLetterConfig?.Arn;
    if (queue && mayForward(access, arn, queue)) send(queue, JSON.stringify(event));
    return undefined;
  };
}

/**
 * Starts the targets of the template's schedules when this machine's clock reaches their time. A clock that is moved
 * past a time starts it once, and the move lasts until the first try of the started calls has ended. After the clock is
 * moved back, a schedule waits again.
 */
export function startSchedules(
  schedules: LocalPlan['schedules'],
  { clock, start }: { clock: Clock; start: Start },
): { close(): void } {
  const due = new Map(schedules.map(({ name, expression }) => [name, nextTime(expression, clock.now())]));
  let last = clock.now();

  const look = async () => {
    const now = clock.now();
    const runs: Promise<unknown>[] = [];
    for (const schedule of schedules) {
      const { name, expression, targets } = schedule;
      const time = due.get(name) ?? now;
      if (now < last || now >= time) due.set(name, nextTime(expression, now));
      if (now < time) continue;
      for (const target of targets) runs.push(start(schedule, target, eventOf(name, target.Input, time)));
    }
    last = now;
    await Promise.all(runs);
  };
  clock.onChange(look);
  const timer = setInterval(() => void look(), 1000).unref();
  return { close: () => clearInterval(timer) };
}

export async function runSchedules(
  schedules: LocalPlan['schedules'],
  { clock, invoke }: { clock: Clock; invoke: Invoke },
): Promise<void> {
  for (const { name, targets } of schedules) {
    for (const { Arn, Input } of targets) await invoke(Arn, eventOf(name, Input, clock.now()));
  }
}

function eventOf(rule: string, input: string | undefined, time: number): unknown {
  if (input) return JSON.parse(input);
  return {
    version: '0',
    source: 'aws.events',
    'detail-type': 'Scheduled Event',
    time: new Date(time).toISOString(),
    resources: [rule],
    detail: {},
  };
}
