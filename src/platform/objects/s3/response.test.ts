import { describe, expect, it } from 'vitest';
import { elements, elementText } from './response.ts';

const listing = `<?xml version="1.0"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name><IsTruncated>true</IsTruncated>
<Contents><Key>a&amp;b&#39;c&#x27;&lt;&quot;&apos;&gt;</Key><Size>1</Size><Owner><ID>o</ID></Owner></Contents>
<Contents>
  <Key>second
line</Key><Size>2</Size>
</Contents><Prefix/></ListBucketResult>`;

describe('elements', () => {
  it('finds every element of a name in its order', () => {
    expect(elements(listing, 'Contents').map((contents) => elementText(contents, 'Size'))).toEqual(['1', '2']);
  });

  it('finds the root, attributes and all', () => {
    expect(elements(listing, 'ListBucketResult')).toHaveLength(1);
  });

  it('takes no name for another that begins with it', () => {
    expect(elements('<KeyCount>1</KeyCount><Key>a</Key>', 'Key')).toEqual(['a']);
  });
});

describe('elementText', () => {
  it('decodes references once', () => {
    expect(elementText(listing, 'Key')).toBe(`a&b'c'<"'>`);
    expect(elementText('<M>&amp;lt; &#128008; &#x1F408;</M>', 'M')).toBe('&lt; 🐈 🐈');
  });

  it('leaves invalid references', () => {
    expect(elementText('<M>a & b &unknown; &#x110000;</M>', 'M')).toBe('a & b &unknown; &#x110000;');
  });

  it('is empty for an empty and for a missing element', () => {
    expect([elementText(listing, 'Prefix'), elementText(listing, 'Missing')]).toEqual(['', '']);
  });
});
