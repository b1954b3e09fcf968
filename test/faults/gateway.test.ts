import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { notices } from '../../src/areas/notices/notices.contract.ts';
import * as faults from './gateway-proxy.ts';
import {
  faultyGatewaySetup,
  GATEWAY_FAULT_ATTEMPTS,
  scaledMs,
  type SentOperation,
} from './faulty-gateway.ts';

const {
  world,
  send,
  bookOne,
  refundOne,
  sellOne,
  refundCertificate,
  times,
  doneOnes,
  isSettled,
  isReversed,
  withinTwoRounds,
  expectUntold,
  untilGivenUp,
  conclude,
  all,
} = faultyGatewaySetup();

const FAULTS: [name: string, fault: faults.GatewayFault, arrives: boolean][] = [
  ['time-out before', faults.requestSwallowed, false],
  ['time-out after', faults.answerWithheld, true],
  ['reset after', faults.resetAfterGateway, true],
  ['500 before', faults.failedBeforeGateway, false],
  ['500 after', faults.failedAfterGateway, true],
  ['429', faults.rejectedAsTooMany, false],
  ['20 s slow', faults.slowAnswer(Number(scaledMs(20_000))), true],
  ['broken JSON', faults.brokenJsonAnswer, true],
];

const CHARGES: { of: string; make: () => Promise<SentOperation>; done: string; failed: string }[] = [
  { of: 'charge', make: bookOne, done: 'booked', failed: 'failed' },
  { of: 'sale of a certificate', make: sellOne, done: 'sold', failed: 'none' },
];

describe.each(CHARGES)('a $of', ({ of, make, done, failed }) => {
  test.each(FAULTS)('%s', { timeout: 60_000 }, async (name, fault, arrives) => {
    world.proxy.meets('charge', fault, 'once');
    const once: SentOperation[] = await times(GATEWAY_FAULT_ATTEMPTS / 2, () => make());
    let most = await withinTwoRounds(once);
    world.proxy.meets('charge', fault);
    const always: SentOperation[] = await times(GATEWAY_FAULT_ATTEMPTS / 2, () => make());
    await expectUntold(always);
    if (!arrives) await untilGivenUp(always);
    most = Math.max(most, await withinTwoRounds(always));
    world.proxy.meets('charge', null);
    const end = [...all(once, done), ...all(always, arrives ? done : failed)];
    await conclude(`${of}: ${name}`, [...once, ...always], { end, most });
  });
});

const REFUNDS = [
  {
    of: 'refund',
    begun: async () =>
      (await doneOnes(GATEWAY_FAULT_ATTEMPTS, bookOne)).map((booked) => () => refundOne(booked)),
    done: 'canceled',
  },
  {
    of: 'refund of a certificate',
    begun: async () =>
      (await doneOnes(GATEWAY_FAULT_ATTEMPTS, sellOne)).map((sale) => () => refundCertificate(sale)),
    done: 'refunded',
  },
];

const allOf = (refunds: (() => Promise<SentOperation>)[]): Promise<SentOperation[]> =>
  Promise.all(refunds.map((refund) => refund()));

describe.each(REFUNDS)('a $of', ({ of, begun, done }) => {
  test.each(FAULTS)('%s', { timeout: 60_000 }, async (name, fault) => {
    const refunds = await begun();
    world.proxy.meets('refund', fault, 'once');
    const once = await allOf(refunds.slice(GATEWAY_FAULT_ATTEMPTS / 2));
    let most = await withinTwoRounds(once);
    world.proxy.meets('refund', fault);
    const always = await allOf(refunds.slice(0, GATEWAY_FAULT_ATTEMPTS / 2));
    await expectUntold(always);
    world.proxy.meets('refund', null);
    most = Math.max(most, await withinTwoRounds(always));
    const made = [...once, ...always];
    await conclude(`${of}: ${name}`, made, { end: all(made, done), most });
  });

  test('arrives after it was sent again', { timeout: 60_000 }, async () => {
    const refunds = await begun();
    world.proxy.meets('refund', world.proxy.held);
    const made = await allOf(refunds);
    world.proxy.meets('refund', null);
    const most = await withinTwoRounds(made);
    await world.proxy.release();
    await conclude(`${of}: arrives after it was sent again`, made, { end: all(made, done), most });
  });
});

describe('the look-up down for a minute', () => {
  const DOWN_MS = Number(scaledMs(60_000));
  const ways = [faults.requestSwallowed, faults.failedBeforeGateway];
  const untilUp = async (made: SentOperation[]) => {
    await pause(DOWN_MS);
    // A payment with an uncertain outcome stays open, even long after an attempt unknown to the gateway would be given up.
    for (const one of made) expect(await isSettled(one)).toBe(false);
    world.proxy.meets('look-up', null);
    return withinTwoRounds(made);
  };
  const CHARGING = CHARGES.map(({ of, make, done }) => {
    const begun = async () =>
      Array.from({ length: GATEWAY_FAULT_ATTEMPTS }, () => (): Promise<SentOperation> => make());
    return { of, kind: 'charge' as const, done, begun };
  });
  const REFUNDING = REFUNDS.map((refunding) => ({ ...refunding, kind: 'refund' as const }));

  test.each([...CHARGING, ...REFUNDING])(
    'of a $of',
    { timeout: 120_000 },
    async ({ of, kind, done, begun }) => {
      const made: SentOperation[] = [];
      let most = 0;
      const asked = await begun();
      for (const [at, way] of ways.entries()) {
        world.proxy.meets(kind, faults.answerWithheld);
        world.proxy.meets('look-up', way);
        const few = await allOf(
          asked.slice((at * GATEWAY_FAULT_ATTEMPTS) / 2, ((at + 1) * GATEWAY_FAULT_ATTEMPTS) / 2),
        );
        world.proxy.meets(kind, null);
        most = Math.max(most, await untilUp(few));
        made.push(...few);
      }
      await conclude(`${of}: look-up down for a minute`, made, { end: all(made, done), most });
    },
  );
});

describe('a charge that appears after we gave up', () => {
  type Round = Awaited<ReturnType<typeof bookOne>>;
  const noticesOf = async ({ tee_time_id }: Round) =>
    notices.index.answer
      .parse((await send(notices.index)).body)
      .filter((notice) => notice.tee_time_id === tee_time_id)
      .map(({ message }) => message);
  const APPEARED = 'A charge of $312.00 appeared after its booking had failed. It is being refunded.';

  async function givenUp<M extends SentOperation>(make: () => Promise<M>): Promise<M[]> {
    world.proxy.meets('charge', world.proxy.held);
    const made = await times(GATEWAY_FAULT_ATTEMPTS, make);
    world.proxy.meets('charge', null);
    await untilGivenUp(made);
    await withinTwoRounds(made);
    return made;
  }

  test('is given back, and staff are told', { timeout: 60_000 }, async () => {
    const made = await givenUp(bookOne);
    await world.proxy.release();
    const most = await withinTwoRounds(made, isReversed);
    await conclude('charge: appears after we gave up', made, { end: all(made, 'failed'), most });
    for (const one of made) expect(await noticesOf(one)).toEqual([APPEARED]);
  });

  test('is given back where it was for a certificate', { timeout: 60_000 }, async () => {
    const made = await givenUp(sellOne);
    await world.proxy.release();
    const most = await withinTwoRounds(made, isReversed);
    const fault = 'sale of a certificate: appears after we gave up';
    await conclude(fault, made, { end: all(made, 'none'), most });
  });

  test('is given back once where that is not answered', { timeout: 60_000 }, async () => {
    const made = await givenUp(bookOne);
    world.proxy.meets('refund', faults.answerWithheld);
    await world.proxy.release();
    await expect.poll(async () => (await noticesOf(made[0]!)).length, { timeout: 30_000 }).toBe(1);
    world.proxy.meets('refund', null);
    const most = await withinTwoRounds(made, isReversed);
    const fault = 'charge: appears late, its reversal unanswered';
    await conclude(fault, made, { end: all(made, 'failed'), most });
    for (const one of made) expect(await noticesOf(one)).toEqual([APPEARED]);
  });

  test('and cannot be given back is told to staff', { timeout: 60_000 }, async () => {
    const made = await givenUp(() => bookOne('refund_declined'));
    await world.proxy.release();
    await withinTwoRounds(made, isReversed);
    for (const one of made) {
      expect(await noticesOf(one)).toEqual([
        'The refund of $312.00 for a charge that appeared after its booking had failed was not made: The bank refused the refund. Please refund it by hand.',
        APPEARED,
      ]);
    }
  });
});
