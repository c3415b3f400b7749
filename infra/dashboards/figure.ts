import { Duration } from 'aws-cdk-lib';
import { GraphWidget, type IMetric, type IWidget, Metric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';

export const dashboardPeriod = Duration.minutes(5);

export type DashboardRow = readonly IWidget[];

export const heading = (text: string): DashboardRow => [new TextWidget({ markdown: text, width: 24, height: 2 })];

export const graph = (title: string, left: readonly IMetric[], right: readonly IMetric[] = []): IWidget =>
  new GraphWidget({ title, left: [...left], right: [...right], width: 8, period: dashboardPeriod });

export const figure = (
  namespace: string,
  metricName: string,
  statistic: string,
  dimensionsMap: Record<string, string>,
  label?: string,
) =>
  new Metric({ namespace, metricName, statistic, dimensionsMap, period: dashboardPeriod, ...(label ? { label } : {}) });
