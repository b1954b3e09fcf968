import {
  startSimulator,
  unrefDelay,
  type SimulatorRequest,
  type SimulatorAnswer,
} from '../../src/integrations/simulator.ts';

/** A fault between RIC and the gateway; `pass` forwards the request and returns the gateway's answer. */
export type GatewayFault = (pass: () => Promise<SimulatorAnswer>) => Promise<SimulatorAnswer>;
type Kind = 'charge' | 'refund' | 'look-up';

const failed: SimulatorAnswer = { status: 500, body: { message: 'Something went wrong on the way.' } };
const busy: SimulatorAnswer = { status: 429, body: { message: 'Too many requests.' } };

export const requestSwallowed: GatewayFault = async () => 'hang';
export const failedBeforeGateway: GatewayFault = async () => failed;
export const rejectedAsTooMany: GatewayFault = async () => busy;
export const answerWithheld: GatewayFault = (pass) => pass().then(() => 'hang');
export const resetAfterGateway: GatewayFault = (pass) => pass().then(() => 'reset');
export const failedAfterGateway: GatewayFault = (pass) => pass().then(() => failed);
export const slowAnswer =
  (ms: number): GatewayFault =>
  (pass) =>
    unrefDelay(ms).then(pass);
export const brokenJsonAnswer: GatewayFault = async (pass) => {
  const answer = await pass();
  if (typeof answer === 'string' || !('text' in answer)) throw new Error('The gateway said nothing.');
  return { ...answer, text: answer.text.slice(0, -5) };
};

export type GatewayProxy = {
  readonly url: string;
  /** Applies the fault to requests of one kind from now on: once per reference, or always; null ends the fault. */
  meets(kind: Kind, fault: GatewayFault | null, times?: 'once' | 'always'): void;
  /** A fault that holds each request until `release` forwards it; by then the sender has given up. */
  readonly held: GatewayFault;
  release(): Promise<void>;
  close(): Promise<void>;
};

/** Starts an HTTP proxy between RIC and the gateway at `target`; the proxy loses requests and answers on demand. */
export async function startGatewayProxy(target: string): Promise<GatewayProxy> {
  const faults = new Map<Kind, { fault: GatewayFault; times: 'once' | 'always'; met: Set<string> }>();
  const waiting: (() => Promise<SimulatorAnswer>)[] = [];

  const { url, close } = await startSimulator({}, (asked) => {
    const pass = () => handOn(target, asked);
    const kind = kindOf(asked);
    const given = faults.get(kind);
    if (!given) return pass();
    const reference = referenceOf(asked);
    const isOver = given.times === 'once' && given.met.has(reference);
    given.met.add(reference);
    return isOver ? pass() : given.fault(pass);
  });
  return {
    url,
    meets(kind, fault, times = 'always') {
      if (fault) faults.set(kind, { fault, times, met: new Set() });
      else faults.delete(kind);
    },
    async held(pass) {
      waiting.push(pass);
      return 'hang';
    },
    async release() {
      await Promise.all(waiting.splice(0).map((pass) => pass()));
    },
    close,
  };
}

function kindOf({ method, path }: SimulatorRequest): Kind {
  if (method === 'GET') return 'look-up';
  return path[0] === 'refunds' ? 'refund' : 'charge';
}

function referenceOf({ method, path, body }: SimulatorRequest): string {
  if (method === 'GET') return path[1] ?? '';
  return typeof body === 'object' && body !== null && 'reference' in body ? String(body.reference) : '';
}

async function handOn(target: string, { method, path, body }: SimulatorRequest): Promise<SimulatorAnswer> {
  const response = await fetch(new URL(path.map(encodeURIComponent).join('/'), target), {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, text: await response.text(), type };
}
