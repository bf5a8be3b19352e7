// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Notifications that are made while a lock is held are delivered after its release.

#include "rmw/deferred_notifications.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "rmw/log.hpp"

namespace
{

using rmw::DeferredNotifications;

class Notified final : public rmw::Notification
{
public:
  explicit Notified(std::function<void()> what) : what_(std::move(what)) {}
  void notify() noexcept override { what_(); }

private:
  std::function<void()> what_;
};

class Deferred : public testing::Test
{
protected:
  std::shared_ptr<rmw::Notification> notified(char name)
  {
    return std::make_shared<Notified>([this, name] { log += name; });
  }

  std::string log;
  const std::shared_ptr<rmw::Notification> a = notified('a');
  const std::shared_ptr<rmw::Notification> b = notified('b');
};

TEST_F(Deferred, WithoutAnInstanceAtOnce)
{
  DeferredNotifications::notify(a);
  EXPECT_EQ(log, "a");
}

TEST_F(Deferred, UntilTheOutermostEndsInTheirOrder)
{
  {
    const DeferredNotifications outer;
    DeferredNotifications::notify(a);
    {
      const DeferredNotifications inner;
      DeferredNotifications::notify(b);
    }
    log += "|";
  }
  EXPECT_EQ(log, "|ab");
}

TEST_F(Deferred, OnceThoughNotifiedSeveralTimesInARow)
{
  {
    const DeferredNotifications deferred;
    for (const auto & each : {a, a, b, b}) {
      DeferredNotifications::notify(each);
    }
  }
  EXPECT_EQ(log, "ab");
}

TEST_F(Deferred, NestedNotificationsComeWithinTheirCause)
{
  {
    const DeferredNotifications deferred;
    DeferredNotifications::notify(std::make_shared<Notified>([this] {
      log += "(";
      DeferredNotifications::notify(a);
      {
        const DeferredNotifications its_own;
        DeferredNotifications::notify(b);
      }
      log += ")";
    }));
  }
  EXPECT_EQ(log, "(ab)");
}

TEST_F(Deferred, AreKept)
{
  auto owned = notified('o');
  {
    const DeferredNotifications deferred;
    DeferredNotifications::notify(owned);
    owned.reset();
  }
  EXPECT_EQ(log, "o");
}

// Sinks are a user's code, too.
TEST_F(Deferred, ALogLineWaitsForTheLock)
{
  rmw::set_log_sink([this](rmw_log_severity_t, std::string_view line) {
    EXPECT_FALSE(DeferredNotifications::is_active());
    log += line;
  });
  {
    const DeferredNotifications deferred;
    EXPECT_TRUE(DeferredNotifications::is_active());
    rmw::log(RMW_LOG_SEVERITY_WARN, "first\n");
    DeferredNotifications::notify(a);
    rmw::log(RMW_LOG_SEVERITY_WARN, " second");
    log += "|";
  }
  rmw::log(RMW_LOG_SEVERITY_WARN, " third");
  rmw::set_log_sink(nullptr);
  EXPECT_EQ(log, "|first\\na second third");
}

}  // namespace
