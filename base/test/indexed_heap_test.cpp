// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "base/indexed_heap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace
{

struct Element
{
  int key = 0;
  std::size_t place = static_cast<std::size_t>(-1);
};

struct Before
{
  bool operator()(const Element & a, const Element & b) const { return a.key < b.key; }
};

using Heap = base::IndexedHeap<Element, Before, &Element::place>;

TEST(IndexedHeap, ReturnsTheFirstElement)
{
  std::vector<Element> elements(5);
  Heap heap;
  heap.reserve(elements.size());
  int key = 3;
  for (Element & element : elements) {
    element.key = key = (key * 7) % 11;
    heap.push(element);
  }
  int last = -1;
  while (!heap.empty()) {
    EXPECT_LE(last, heap.top()->key);
    last = heap.top()->key;
    heap.erase(*heap.top());
  }
}

TEST(IndexedHeap, FindsItsElementsAfterAnyOperations)
{
  std::mt19937 random(7);  // a fixed seed: the same run each time
  std::vector<Element> elements(50);
  Heap heap;
  heap.reserve(elements.size());
  for (int i = 0; i < 20'000; ++i) {
    Element & element = elements[random() % elements.size()];
    const int key = static_cast<int>(random() % 1000);
    if (!Heap::contains(element)) {
      element.key = key;
      heap.push(element);
    } else if (random() % 2 == 0) {
      heap.erase(element);
    } else {
      element.key = key;
      heap.update(element);
    }
    int first = 1000;
    std::size_t inside = 0;
    for (const Element & each : elements) {
      if (Heap::contains(each)) {
        ++inside;
        first = std::min(first, each.key);
      }
    }
    ASSERT_EQ(heap.size(), inside);
    if (inside > 0) {
      ASSERT_EQ(heap.top()->key, first);
    }
  }
}

TEST(IndexedHeap, AllocatesOnlyInReserve)
{
  std::vector<Element> elements(8);
  Heap heap;
  heap.reserve(elements.size());
  const std::size_t capacity = heap.capacity();
  for (Element & element : elements) {
    heap.push(element);
  }
  EXPECT_EQ(heap.capacity(), capacity);
}

}  // namespace
