import { Alarm, type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { kebabCase } from '../naming.ts';

export interface ImpactAlarmProps extends Pick<AlarmProps, 'metric' | 'threshold'> {
  /** The effect on people, in one sentence. With the path of its page it is the text of the alarm's mail. */
  readonly impact: string;
  /** Its page in `docs/runbooks/alarms`, with an anchor if it has only a part of one; by default its own name. */
  readonly page?: string;
  readonly topic: ITopic;
  /** Periods in a row above the threshold, 1 by default. */
  readonly periods?: number;
  /** Rings at or below the threshold. */
  readonly isFloor?: boolean;
}

/**
 * An alarm at or above a threshold with its impact. Missing data is no alarm: nothing happened. Its end is mailed, too.
 */
export class ImpactAlarm extends Alarm {
  constructor(
    scope: Construct,
    id: string,
    { impact, page = `${kebabCase(id)}.md`, topic, periods = 1, isFloor, ...rest }: ImpactAlarmProps,
  ) {
    super(scope, id, {
      ...rest,
      alarmDescription: `${impact} What to do: docs/runbooks/alarms/${page}`,
      evaluationPeriods: periods,
      comparisonOperator: isFloor
        ? ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    const told = new SnsAction(topic);
    this.addAlarmAction(told);
    this.addOkAction(told);
  }
}
