import { changesData, type HttpCall, type CallUrgency } from '../../contract/call.ts';
import { RowCount } from '../../contract/wire.ts';

/**
 * Returns the urgency of an HTTP call. A call by a screen's own timer is `background`, unless it changes something; a
 * partner's program is not a screen.
 */
export function callUrgency(call: HttpCall, isBackground: boolean): CallUrgency {
  const urgency = call.urgency ?? followingFrom(call);
  const isAsItSays = urgency === 'always' || urgency === 'partner' || changesData(call);
  return isBackground && !isAsItSays ? 'background' : urgency;
}

function followingFrom({ stream, file, list, answer }: HttpCall): CallUrgency {
  if (stream) return 'always';
  if (file) return 'report';
  return list || answer === RowCount ? 'list' : 'record';
}
