const sentence = 'Whatever somebody has typed here is too long for the line that the form has for it. ';
export const line = (length: number): string => sentence.repeat(12).slice(0, length).trim();
export const word = (length: number): string => 'albondigas'.repeat(30).slice(0, length);
export const email = `${word(60)}@${word(60)}.example`;
export const lines = [line(300), 'A second line', '', line(150)].join('\n');
