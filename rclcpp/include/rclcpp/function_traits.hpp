// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Arguments and result type of a callable; programs and other ROS 2 libraries use it in templates.
#ifndef RCLCPP__FUNCTION_TRAITS_HPP_
#define RCLCPP__FUNCTION_TRAITS_HPP_

#include <cstddef>
#include <functional>
#include <tuple>
#include <type_traits>

namespace rclcpp::function_traits
{

namespace detail
{
template <typename ReturnTypeT, typename... Args>
struct signature
{
  static constexpr std::size_t arity = sizeof...(Args);
  using arguments = std::tuple<Args...>;
  template <std::size_t N>
  using argument_type = std::tuple_element_t<N, arguments>;
  using return_type = ReturnTypeT;
  using function_type = std::function<ReturnTypeT(Args...)>;
};

// A pointer to a member function or a call operator; the object does not count as an argument.
template <typename MemberT>
struct member;
#define RXROS2_MEMBER_SIGNATURE(qualifiers)                                                    \
  template <typename ClassT, typename ReturnTypeT, typename... Args>                           \
  struct member<ReturnTypeT (ClassT::*)(Args...) qualifiers> : signature<ReturnTypeT, Args...> \
  {                                                                                            \
  };
RXROS2_MEMBER_SIGNATURE()
RXROS2_MEMBER_SIGNATURE(const)
RXROS2_MEMBER_SIGNATURE(noexcept)
RXROS2_MEMBER_SIGNATURE(const noexcept)
#undef RXROS2_MEMBER_SIGNATURE
}  // namespace detail

/// A tuple type without its first element.
template <typename Tuple>
struct tuple_tail;
/// The implementation for tuples with at least one element.
template <typename Head, typename... Tail>
struct tuple_tail<std::tuple<Head, Tail...>>
{
  /// The tuple without its first element.
  using type = std::tuple<Tail...>;
};

/// Has `arity`, `arguments` (a std::tuple), `argument_type<N>` and `return_type` of a function, a
/// pointer or reference to one, a lambda, a std::function, or a std::bind whose arguments, except
/// for the object, are all placeholders.
template <typename FunctionT>
struct function_traits : detail::member<decltype(&FunctionT::operator())>
{
};
template <typename ReturnTypeT, typename... Args>
struct function_traits<ReturnTypeT(Args...)> : detail::signature<ReturnTypeT, Args...>
{
};
template <typename ReturnTypeT, typename... Args>
struct function_traits<ReturnTypeT (*)(Args...)> : detail::signature<ReturnTypeT, Args...>
{
};
template <typename ReturnTypeT, typename... Args>
struct function_traits<ReturnTypeT(Args...) noexcept> : detail::signature<ReturnTypeT, Args...>
{
};
template <typename ReturnTypeT, typename... Args>
struct function_traits<ReturnTypeT (*)(Args...) noexcept> : detail::signature<ReturnTypeT, Args...>
{
};
template <typename MemberT>
  requires std::is_member_function_pointer_v<MemberT>
struct function_traits<MemberT> : detail::member<MemberT>
{
};
#ifdef __GLIBCXX__
// The result type of std::bind() in libstdc++; the standard has no way to inspect it.
template <typename FunctionT, typename... Bound>
struct function_traits<std::_Bind<FunctionT(Bound...)>> : function_traits<FunctionT>
{
};
#elif defined(_LIBCPP_VERSION)
template <typename FunctionT, typename... Bound>
struct function_traits<std::__bind<FunctionT, Bound...>> : function_traits<FunctionT>
{
};
#endif
template <typename FunctionT>
struct function_traits<FunctionT &> : function_traits<std::remove_cv_t<FunctionT>>
{
};
template <typename FunctionT>
struct function_traits<FunctionT &&> : function_traits<std::remove_cv_t<FunctionT>>
{
};

/// True if the callable takes that many arguments.
template <std::size_t Arity, typename FunctionT>
struct arity_comparator : std::bool_constant<Arity == function_traits<FunctionT>::arity>
{
};

/// True if the callable takes exactly these arguments.
template <typename FunctionT, typename... Args>
struct check_arguments
: std::is_same<typename function_traits<FunctionT>::arguments, std::tuple<Args...>>
{
};

/// True if two callables take the same arguments.
template <typename FunctorAT, typename FunctorBT>
struct same_arguments
: std::is_same<
    typename function_traits<FunctorAT>::arguments, typename function_traits<FunctorBT>::arguments>
{
};

/// `type` is the std::function that holds the callable.
template <typename FunctorT, typename FunctionTraits = function_traits<FunctorT>>
struct as_std_function
{
  /// The std::function type.
  using type = typename FunctionTraits::function_type;
};

}  // namespace rclcpp::function_traits

#endif  // RCLCPP__FUNCTION_TRAITS_HPP_
