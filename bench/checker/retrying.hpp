#pragma once

#include "checker/waiting.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>

namespace vigil::bench {

// Programs whose threads make each other retry, on a given layer.

template <class Layer>
struct LinkedNode {
  typename Layer::template atomic<LinkedNode*> next{nullptr};
  // Written by the thread that takes it: if two take it, they race.
  typename Layer::template var<bool> is_taken{false};

  // The number of nodes from `node` on. For `finish`.
  static std::size_t count_from(const LinkedNode* node) {
    std::size_t count = 0;
    for (; node != nullptr; node = node->next.load(std::memory_order_relaxed)) ++count;
    return count;
  }
};

// Treiber's stack. Each pusher pushes one node. Each popper pops once, and may find the stack empty. The poppers are
// equal.
template <class Layer, Loops kLoops, std::size_t Pushers, std::size_t Poppers>
struct TreiberStack {
  static constexpr auto threads() {
    return all_threads(std::make_index_sequence<Pushers>(), std::make_index_sequence<Poppers>());
  }

  using Node = LinkedNode<Layer>;
  typename Layer::template atomic<Node*> head{nullptr};
  std::array<Node, Pushers> nodes;

  template <std::size_t I>
  void push() {
    Node* const node = &nodes[I];
    if constexpr (kLoops == Loops::declared) {
      head.fetch_update(
          [node](Node* first) {
            node->next.store(first, std::memory_order_relaxed);
            return node;
          },
          std::memory_order_release, std::memory_order_relaxed);
    } else {
      for (;;) {
        Node* first = head.load(std::memory_order_relaxed);
        node->next.store(first, std::memory_order_relaxed);
        if (head.compare_exchange_strong(first, node, std::memory_order_release, std::memory_order_relaxed)) return;
      }
    }
  }
  void pop() {
    if (Node* const node = take(); node != nullptr) node->is_taken.set(true);
  }
  void finish() {
    std::size_t count = Node::count_from(head.load(std::memory_order_relaxed));
    for (Node& node : nodes) count += node.is_taken.get() ? 1U : 0U;
    Layer::require(count == Pushers, "each node is in the stack or was popped, and by one thread");
  }

 private:
  Node* take() {
    if constexpr (kLoops == Loops::declared) {
      return head
          .fetch_update(
              [](Node* first) -> std::optional<Node*> {
                if (first == nullptr) return std::nullopt;
                return first->next.load(std::memory_order_relaxed);
              },
              std::memory_order_acquire, std::memory_order_acquire)
          .value_or(nullptr);
    } else {
      for (;;) {
        Node* first = head.load(std::memory_order_acquire);
        if (first == nullptr) return nullptr;
        Node* const next = first->next.load(std::memory_order_relaxed);
        if (head.compare_exchange_strong(first, next, std::memory_order_acquire, std::memory_order_acquire))
          return first;
      }
    }
  }
  template <std::size_t... I, std::size_t... J>
  static constexpr auto all_threads(std::index_sequence<I...> /*pushers*/, std::index_sequence<J...> /*poppers*/) {
    return std::tuple{&TreiberStack::template push<I>..., ((void)J, &TreiberStack::pop)...};
  }
};

// The queue of Michael and Scott (PODC 1996). Each dequeuer dequeues once, and may find the queue empty. The dequeuers
// are equal.
template <class Layer, Loops kLoops, std::size_t Enqueuers, std::size_t Dequeuers>
struct MichaelScottQueue {
  static constexpr auto threads() {
    return all_threads(std::make_index_sequence<Enqueuers>(), std::make_index_sequence<Dequeuers>());
  }

  using Node = LinkedNode<Layer>;
  std::array<Node, Enqueuers + 1> nodes;  // the last one is the first dummy
  typename Layer::template atomic<Node*> head{&nodes[Enqueuers]};
  typename Layer::template atomic<Node*> tail{&nodes[Enqueuers]};

  template <std::size_t I>
  void enqueue() {
    repeat<Layer, kLoops>([this] { return try_enqueue(&nodes[I]); });
  }
  void dequeue() {
    Node* found = nullptr;
    repeat<Layer, kLoops>([this, &found] { return try_dequeue(found); });
    if (found != nullptr) found->is_taken.set(true);
  }
  void finish() {
    std::size_t count = Node::count_from(head.load(std::memory_order_relaxed)) - 1;
    for (Node& node : nodes) count += node.is_taken.get() ? 1U : 0U;
    Layer::require(count == Enqueuers, "each node is in the queue or was dequeued, and by one thread");
  }

 private:
  bool try_enqueue(Node* node) {
    Node* last = tail.load(std::memory_order_acquire);
    Node* next = last->next.load(std::memory_order_acquire);
    if (last != tail.load(std::memory_order_acquire)) return false;
    if (next != nullptr) {
      swing(tail, last, next);
      return false;
    }
    if (!swing(last->next, next, node)) return false;
    swing(tail, last, node);
    return true;
  }
  bool try_dequeue(Node*& found) {
    Node* first = head.load(std::memory_order_acquire);
    Node* last = tail.load(std::memory_order_acquire);
    Node* const next = first->next.load(std::memory_order_acquire);
    if (first != head.load(std::memory_order_acquire)) return false;
    if (first == last) {
      if (next == nullptr) return true;
      swing(tail, last, next);
      return false;
    }
    if (!swing(head, first, next)) return false;
    found = next;
    return true;
  }
  static bool swing(typename Layer::template atomic<Node*>& link, Node* from, Node* to) {
    return link.compare_exchange_strong(from, to, std::memory_order_release, std::memory_order_relaxed);
  }
  template <std::size_t... I, std::size_t... J>
  static constexpr auto all_threads(std::index_sequence<I...> /*enqueuers*/, std::index_sequence<J...> /*dequeuers*/) {
    return std::tuple{&MichaelScottQueue::template enqueue<I>..., ((void)J, &MichaelScottQueue::dequeue)...};
  }
};

}  // namespace vigil::bench
