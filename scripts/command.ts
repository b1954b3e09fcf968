import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true }>
>['values'];

type Command<O extends Options> = {
  /** The command's usage text: printed by `--help`, and after an error in the arguments. */
  usage: string;
  options: O;
  /** The fewest and the most arguments that the command takes beside its options. */
  words: [fewest: number, most: number];
};

/** An error in a command's arguments, described in a sentence. */
export class WrongUsage extends Error {}

/**
 * Runs one of RIC's command-line commands with its arguments. An error is printed as a sentence, and the exit code is 1.
 */
export async function runCommand<const O extends Options>(
  command: Command<O>,
  work: (values: Values<O>, words: string[]) => Promise<void>,
): Promise<void> {
  try {
    if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
      console.log(command.usage);
      return;
    }
    const { values, words } = readArguments(command);
    await work(values, words);
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    console.error(error instanceof WrongUsage ? `${sentence} ${command.usage}` : sentence);
    process.exitCode = 1;
  }
}

function readArguments<const O extends Options>({ options, words: [fewest, most] }: Command<O>) {
  const { values, positionals: words } = parsed(options);
  const expected = Math.min(Math.max(words.length, fewest), most);
  // The message does not repeat the arguments, because an address among them contains a password.
  if (words.length !== expected)
    throw new WrongUsage(`Expected ${expected} argument${expected === 1 ? '' : 's'}, got ${words.length}.`);
  return { values, words };
}

function parsed<const O extends Options>(options: O) {
  try {
    return parseArgs({ options, allowPositionals: true as const });
  } catch (error) {
    // Only the first sentence of Node.js's message is kept, because the rest is too long for a usage text.
    const [sentence = ''] = String(error instanceof Error ? error.message : error).split(/[.\n]\s*/);
    throw new WrongUsage(`${sentence}.`);
  }
}
