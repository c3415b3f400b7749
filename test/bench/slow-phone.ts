import type { Browser, CDPSession, Page } from 'playwright-core';
import { median } from './figure.ts';

/**
 * Lighthouse's slow 4G as a browser applies it (its `mobileSlow4G`): kilobits are of 1024 bits, latency is of a
 * request.
 */
export const slowLine = {
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
} as const;
/** Lighthouse's telephone. */
export const phone = { width: 412, height: 823, deviceScaleFactor: 1.75 } as const;

/**
 * `benchmarkIndex` ÷ divisor: how fast the processor is once the browser slows it down. The limits belong to a machine
 * with an index of 3,000 at Lighthouse's own divisor, 4; every other one is slowed down until it is as slow as that.
 */
export const slowIndex = 750;
const indexRounds = 5;

export interface Slowness {
  /** Lighthouse's measure of a processor, median of 5. */
  readonly benchmarkIndex: number;
  /** The browser's CPU slowdown for this machine; never below 1, also for a machine slower than the phone. */
  readonly divisor: number;
}

/** How much this machine must be slowed down to be the telephone of the limits. */
export async function slownessOf(browser: Browser): Promise<Slowness> {
  const { pageFunctions } = await import('lighthouse/core/lib/page-functions.js');
  const page = await browser.newPage();
  const indexes: number[] = [];
  for (let round = 0; round < indexRounds; round++)
    indexes.push(await page.evaluate(pageFunctions.computeBenchmarkIndex));
  await page.close();
  const benchmarkIndex = median(indexes);
  return { benchmarkIndex, divisor: divisorOf(benchmarkIndex) };
}

/** The divisor that turns a machine with this index into the phone of the limits. */
export const divisorOf = (benchmarkIndex: number) => Math.max(1, Number((benchmarkIndex / slowIndex).toFixed(2)));

/** An empty page of a visitor with that telephone on that line. */
export async function openSlowPage(browser: Browser, origin: string, { divisor }: Slowness): Promise<Page> {
  const { deviceScaleFactor, ...viewport } = phone;
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'fr-FR',
    viewport,
    deviceScaleFactor,
    isMobile: true,
    hasTouch: true,
    // The condition runs in the page at every frame, although the site's policy forbids evaluation of strings.
    bypassCSP: true,
  });
  const page = await context.newPage();
  await slowDown(await context.newCDPSession(page), divisor);
  return page;
}

async function slowDown(session: CDPSession, rate: number): Promise<void> {
  const bytesPerSecond = (kilobits: number) => Math.floor((kilobits * 1024) / 8);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowLine.requestLatencyMs,
    downloadThroughput: bytesPerSecond(slowLine.downloadThroughputKbps),
    uploadThroughput: bytesPerSecond(slowLine.uploadThroughputKbps),
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
