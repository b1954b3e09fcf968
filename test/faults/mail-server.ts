import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

type Step = 'connected' | 'recipient' | 'taken';
/**
 * How the mail server ends a step: success, a rejection with a status, no answer, or (once a mail is accepted) a closed
 * connection before the answer.
 */
type Answer = 'ok' | number | 'hang' | 'cut';
export type MailServerBehavior = (step: Step, message_id: string) => Answer;

/**
 * Applies the faults to the received mails in turn, repeatedly. Mails come one after the other, each over its own
 * connection.
 */
export function mailFaultsInTurn(faults: [Step, Answer][]): MailServerBehavior {
  let mails = -1;
  return (step) => {
    if (step === 'connected') mails += 1;
    const [at, answer] = faults[mails % faults.length] ?? [step, 'ok'];
    return step === at ? answer : 'ok';
  };
}

export type MailServer = {
  readonly url: string;
  /** How often the mail of each Message-ID was accepted. */
  readonly taken: Map<string, number>;
  /** How often the answer to each accepted mail was withheld. */
  readonly untold: Map<string, number>;
  behave(how: MailServerBehavior): void;
  /** Stops listening; `open` listens at the same address again. */
  close(): Promise<void>;
  open(): Promise<void>;
};

/** Starts a real mail server on loopback with configured faults, which counts the accepted mails. */
export async function startMailServer(): Promise<MailServer> {
  const taken = new Map<string, number>();
  const untold = new Map<string, number>();
  let behave: MailServerBehavior = () => 'ok';
  let server: SMTPServer;
  let port = 0;
  const open = async () => {
    server = smtpServer((step, message_id) => behave(step, message_id), { taken, untold });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
    const address = server.server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  };
  await open();
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    untold,
    behave: (how) => {
      behave = how;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
    open,
  };
}

const count = (counts: Map<string, number>, message_id: string) =>
  counts.set(message_id, (counts.get(message_id) ?? 0) + 1);

function smtpServer(
  behave: MailServerBehavior,
  { taken, untold }: Pick<MailServer, 'taken' | 'untold'>,
): SMTPServer {
  const sockets = new Set<Socket>();
  const end = (answer: Answer, done: (error?: Error) => void) => {
    if (answer === 'cut') sockets.forEach((socket) => socket.destroy());
    else if (answer !== 'hang')
      done(answer === 'ok' ? undefined : Object.assign(new Error('no'), { responseCode: answer }));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 50,
    onConnect: (_session, done) => end(behave('connected', ''), done),
    onRcptTo: (_address, _session, done) => end(behave('recipient', ''), done),
    onData(stream, _session, done) {
      let source = '';
      stream.on('data', (chunk: Buffer) => (source += chunk.toString('latin1')));
      stream.on('end', () => {
        const message_id = /^Message-ID: (.*)$/im.exec(source)?.[1]?.trim() ?? '';
        const answer = behave('taken', message_id);
        if (answer === 'ok' || answer === 'cut') count(taken, message_id);
        if (answer === 'cut') count(untold, message_id);
        end(answer, done);
      });
    },
  });
  // The mail client may die in the middle of a command.
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  return server;
}
