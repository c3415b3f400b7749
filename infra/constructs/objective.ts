import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { ImpactAlarm } from './alarm.ts';

export interface ObjectiveProps {
  /** Per cent of the requests of 30 days that are promised to be good. */
  readonly promised: number;
  /** Per cent of the requests of one period that were not. */
  readonly bad: (period: Duration) => IMetric;
  /** The effect on members; the alarm adds the rate. */
  readonly impact: string;
  readonly page: string;
  readonly topic: ITopic;
}

/**
 * How fast the error budget of a month is spent, as a multiple of its even use. At 14.4, an hour uses a fiftieth of it
 * and two days all of it. At 6, six hours use a twentieth, and five days all of it (Google, « The Site Reliability
 * Workbook », chapter 5).
 */
const speeds = [
  { word: 'Fast', hours: 1, times: 14.4, ends: 'in two days' },
  { word: 'Slow', hours: 6, times: 6, ends: 'in five days' },
] as const;

/** An objective over 30 days, with an alarm for each speed at which it would be missed. */
export class Objective extends Construct {
  constructor(scope: Construct, id: string, { promised, bad, impact, page, topic }: ObjectiveProps) {
    super(scope, id);
    for (const { word, hours, times, ends } of speeds) {
      new ImpactAlarm(this, word, {
        impact: `${impact} At this rate what the objective of ${promised} % allows for a month is used up ${ends}.`,
        page,
        topic,
        metric: bad(Duration.hours(hours)),
        threshold: Number(((100 - promised) * times).toFixed(2)),
      });
    }
  }
}
