const sentence = 'Whatever somebody has typed here is too long for the line that the form has for it. ';
export const longLine = (length: number): string => sentence.repeat(12).slice(0, length).trim();
export const longWord = (length: number): string => 'albondigas'.repeat(30).slice(0, length);
export const longEmail = `${longWord(60)}@${longWord(60)}.example`;
export const longLines = [longLine(300), 'A second line', '', longLine(150)].join('\n');
