const quietSeconds = 60;
const listed = 20;

export interface Peak {
  readonly key: string;
  readonly units: number;
  readonly at: number;
}

export interface UnitMeter {
  count(key: string, units: number): void;
  /** The busiest partition keys, each once, busiest first. */
  peaks(): Peak[];
}

/** Counts the units of each partition key and warns when one takes more in a second than a partition gives. */
export function openUnitMeter(options: {
  readonly what: 'read' | 'write';
  readonly most: number;
  readonly report: (line: string) => void;
  readonly now?: (() => number) | undefined;
}): UnitMeter {
  const { what, most, report, now = Date.now } = options;
  const units = new Map<string, number>();
  const warned = new Map<string, number>();
  let second = 0;
  let settled: Peak[] = [];

  const settle = () => {
    const best = new Map(settled.map((peak) => [peak.key, peak]));
    for (const [key, more] of units)
      if (more > (best.get(key)?.units ?? 0)) best.set(key, { key, units: more, at: second * 1000 });
    settled = [...best.values()].toSorted((a, b) => b.units - a.units).slice(0, listed);
  };

  const warn = (key: string) => {
    if (second - (warned.get(key) ?? Number.NEGATIVE_INFINITY) < quietSeconds) return;
    warned.set(key, second);
    report(`${key} took more than ${most} ${what} units in one second; a partition of DynamoDB gives no more`);
  };

  return {
    count(key, more) {
      const at = Math.floor(now() / 1000);
      if (at !== second) {
        settle();
        units.clear();
        second = at;
      }
      const sum = (units.get(key) ?? 0) + more;
      units.set(key, sum);
      if (sum > most) warn(key);
    },
    peaks() {
      settle();
      return settled;
    },
  };
}
