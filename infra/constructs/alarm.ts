import { Alarm, type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

export interface ImpactAlarmProps extends Pick<AlarmProps, 'metric' | 'threshold'> {
  /** Who is affected and how, in one sentence: the text of the alarm's mail. */
  readonly impact: string;
  readonly topic: ITopic;
  /** Periods in a row above the threshold, 1 by default. */
  readonly periods?: number;
}

/** An alarm at or above a threshold with its impact. Missing data is no alarm: nothing happened. */
export class ImpactAlarm extends Alarm {
  constructor(scope: Construct, id: string, { impact, topic, periods = 1, ...rest }: ImpactAlarmProps) {
    super(scope, id, {
      ...rest,
      alarmDescription: impact,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    this.addAlarmAction(new SnsAction(topic));
  }
}
