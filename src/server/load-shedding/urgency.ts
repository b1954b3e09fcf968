import { writes, type Call, type Urgency } from '../../contract/call.ts';
import { Count } from '../../contract/wire.ts';

/**
 * Returns the urgency of an HTTP call. A call by a screen's own timer is `background`, unless it changes something; a
 * partner's program is not a screen.
 */
export function urgencyOf(call: Call, isBackground: boolean): Urgency {
  const urgency = call.urgency ?? followingFrom(call);
  const isAsItSays = urgency === 'always' || urgency === 'partner' || writes(call);
  return isBackground && !isAsItSays ? 'background' : urgency;
}

function followingFrom({ stream, file, list, answer }: Call): Urgency {
  if (stream) return 'always';
  if (file) return 'report';
  return list || answer === Count ? 'list' : 'record';
}
