// The data of all comparisons.

const comments = [
  "A short one.",
  "Was here before, and the price was lower then; ask again in the autumn.",
  "Sold to the first who comes.",
  "Nobody knows where it came from, but it has been here since the shop opened.",
];

class Item {
  constructor(i, s) {
    this.id = "n" + i;
    this.name = "Item " + (s % 9973);
    this.price = s % 1000;
    this.marked = (s & 7) === 0;
    this.weight = (s % 500) + 0.5;
    this.comment = comments[s % 4];
  }
}

exports.items = (count) => {
  let s = 12345;
  return Array.from({ length: count }, (_, i) => {
    s = (Math.imul(s, 1103515245) + 12345) & 0x7fffffff;
    return new Item(i, s);
  });
};
